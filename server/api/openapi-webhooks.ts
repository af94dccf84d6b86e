import { z } from "zod";
import { createSchema, type ZodOpenApiPathsObject } from "zod-openapi";
import { CAUSES, EVENTS, type EventName, isExtension, SCOPE_OF } from "@/server/events/catalogue";
import { sampleBodyOf } from "@/server/webhooks/event-catalogue";
import { eventBodySchema } from "@/server/webhooks/event-schema";
import { EXAMPLE_AT, EXAMPLE_IDS } from "./example-ids";

const EXAMPLE = {
  producer: { id: EXAMPLE_IDS.producer, name: "Acme" },
  at: EXAMPLE_AT,
};

const Headers = z.object({
  "webhook-id": z.string().meta({
    description: "One event for one webhook: equal on every attempt, so that you can ignore a repeated call.",
    param: { example: "019df23e-9000-4b1d-a3c5-7e2f6d8091b3" },
  }),
  "webhook-timestamp": z.string().meta({
    description: "Time of this attempt in seconds. Refuse calls that are more than five minutes off.",
    param: { example: "1777887000" },
  }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the Base64 of an HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`; two of them, separated by a space, for a day after the secret was renewed.",
    param: { example: "v1,W/ntqRhfzkSPa9s10NNdHZkqHzYoc7epVp3ZZlqQUAQ=" },
  }),
});

const nameOf = (type: EventName) => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

/** The schemas of all bodies by name. They are answers as to their fields: the objects in them have the same shape there. */
export const eventSchemas = () =>
  Object.fromEntries(
    EVENTS.map((type) => {
      const { schema } = createSchema(eventBodySchema(type), { io: "output", openapiVersion: "3.1.0" });
      return [`${nameOf(type)}Event`, schema];
    }),
  );

/** "Item added to group". */
const wordsOf = (type: EventName) =>
  `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;

/** What causes an event, and how a webhook comes to get it. */
const descriptionOf = (type: EventName) =>
  isExtension(type)
    ? `${CAUSES[type]} An extension of the specification: only webhooks of the producer that name the event receive it, \`*\` does not include it. A token needs the scope \`${SCOPE_OF[type]}\` to create such a webhook.`
    : CAUSES[type];

/** The calls that webhooks receive, one for each event. */
export const webhooks = (): ZodOpenApiPathsObject =>
  Object.fromEntries(
    EVENTS.map((type) => [
      type,
      {
        post: {
          operationId: `on${nameOf(type)}`,
          summary: wordsOf(type),
          description: descriptionOf(type),
          tags: ["Events"],
          security: [],
          requestParams: { header: Headers },
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: { $ref: `#/components/schemas/${nameOf(type)}Event` },
                example: JSON.parse(sampleBodyOf(type, EXAMPLE)),
              },
            },
          },
          responses: {
            "2XX": { description: "Received. Redirects count as success too and are not followed." },
            "4XX": { description: "Not received: the call is repeated." },
            "5XX": { description: "Not received: the call is repeated." },
          },
        },
      },
    ]),
  );
