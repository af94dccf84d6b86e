import { z } from "zod";
import { atMost } from "@/server/domain/shared/at-most";
import { FreeForm } from "@/server/domain/shared/json";
import { EVENTS, EXTENSION_EVENTS, SPECIFIED_EVENTS } from "@/server/events/catalogue";
import { env } from "@/server/platform/env";
import { refuseReceiver } from "@/server/platform/outbound-receiver";

const ALL = "*";
const NAMES: ReadonlySet<string> = new Set([...EVENTS, ALL]);

/** Several times the number of events: names beyond it are unknown or repeated. */
const MAX_EVENTS = 1_000;
const MAX_EVENTS_CHARACTERS = 20_000;

const KNOWN = `must be "*" or names among ${EVENTS.join(", ")}`;

const areKnown = (names: string[]) => names.length > 0 && names.every((name) => NAMES.has(name));

/** One name, `*`, or names separated by commas; or a list, which answers then show as a list. */
const Events = z
  .union([
    z.string().transform((text) => ({
      names: text
        .slice(0, MAX_EVENTS_CHARACTERS)
        .split(",")
        .map((name) => name.trim()),
      asList: false,
    })),
    atMost(MAX_EVENTS, z.array(z.string())).transform((names) => ({ names, asList: true })),
  ])
  .refine(({ names }) => areKnown(names), KNOWN)
  .transform(({ names, asList }) => ({ names: [...new Set(names)], asList }))
  .meta({
    description: `\`*\` for the twelve events of the specification, or names with commas between them: ${SPECIFIED_EVENTS.join(", ")}. \`*\` never includes extension events: ${EXTENSION_EVENTS.join(", ")}. Webhooks of the producer may name them, also beside \`*\`.`,
  });

/** Body of the three create-hook calls. Every connection also checks the resolved address (decision 0021). */
export const NewHook = z
  .object({
    events: Events,
    url: z
      .string()
      .superRefine((url, check) => {
        const fault = refuseReceiver(url, env.HOOK_ALLOW);
        if (fault !== undefined) check.addIssue(fault);
      })
      .meta({
        description: "URL that receives the calls: http or https, without user info, publicly reachable.",
      }),
    data: FreeForm.nullish()
      .transform((data) => data ?? {})
      .describe("Any keys and values of yours, sent with each event."),
  })
  .meta({ id: "NewHook", description: "A new webhook." });

export type NewHook = z.output<typeof NewHook>;

const hookFields = {
  events: z
    .union([z.string(), z.array(z.string())])
    .describe("The events as they were given: `*`, names with commas between them, or a list of names."),
  url: z.string().describe("URL that receives the calls."),
  data: FreeForm.describe("Your keys and values."),
  type: z.literal("httprequest").describe("Always `httprequest`."),
  executed: z.number().describe("Number of successful calls."),
  _created: z.number().describe("Creation, in milliseconds."),
  _updated: z.number().describe("Last change, in milliseconds."),
};

export const HookEnvelope = z
  .object({
    id: z.string().describe("Id of the webhook."),
    data: z.object(hookFields).describe("The fields of the webhook."),
  })
  .meta({ id: "Hook", description: "A webhook: calls a URL when an event occurs." });

/** Answer of the create-hook calls. */
export const CreatedHook = z.object({
  ...HookEnvelope.shape,
  secret: z.string().meta({
    description:
      "Verifies the signatures of calls, as Standard Webhooks defines them. It is shown this once.",
  }),
});

/** The webhooks of an item, a group or a producer; `id` is the target's. */
export const HookList = z.object({
  id: z.string().describe("Id of the item, group or producer."),
  type: z.enum(["item", "group", "producer"]).describe("What the webhooks belong to."),
  hooks: z.array(HookEnvelope).describe("The webhooks."),
});
