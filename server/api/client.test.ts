import { type Document, generate } from "@assay/client/generate";
import { expect, test } from "vitest";
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
