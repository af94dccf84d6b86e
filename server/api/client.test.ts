import { verifyWebhook } from "@assay/client";
import { type Document, generate } from "@assay/client/generate";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { EVENTS } from "@/server/events/catalogue";
import { sampleBodyOf } from "@/server/webhooks/event-catalogue";
import { EXAMPLE_AT, EXAMPLE_IDS, EXAMPLE_SECRET } from "./example-ids";
import { openapiDocument } from "./openapi";

// Holds decision 0070.

const document: Document = JSON.parse(JSON.stringify(openapiDocument()));
const GENERATED = "../../packages/client/generated";

/** `npx vitest run server/api/client.test.ts -u` generates anew. */
test("the client agrees with the document of the API", async () => {
  const files = await generate(document);
  for (const [name, text] of Object.entries(files))
    await expect(text).toMatchFileSnapshot(`${GENERATED}/${name}`);
});

test.for(EVENTS)("the client verifies %s as the Standard Webhooks library signs it", async (type) => {
  const body = sampleBodyOf(type, { producer: { id: EXAMPLE_IDS.producer, name: "Äcme" }, at: EXAMPLE_AT });
  const at = new Date();
  const headers = {
    "webhook-id": "m-1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(EXAMPLE_SECRET).sign("m-1", at, body),
  };
  expect(await verifyWebhook(body, headers, EXAMPLE_SECRET)).toMatchObject({ type, body: JSON.parse(body) });
});
