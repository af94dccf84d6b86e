import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { type Document, documentOfTypes } from "./document";
import { writeCalls } from "./write-calls";
import { writeCatalogue } from "./write-catalogue";

export type { Document } from "./document";

/** The types of all bodies, parameters and answers, as `@hey-api/openapi-ts` writes them. */
async function writeTypes(document: Document): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "assay-client-"));
  try {
    await createClient({
      input: documentOfTypes(document),
      output: { path: folder, entryFile: false },
      plugins: ["@hey-api/typescript"],
      logs: { level: "silent", file: false },
    });
    return await readFile(path.join(folder, "types.gen.ts"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the files in `generated/` by name, from the OpenAPI document of the service. */
export const generate = async (document: Document): Promise<Record<string, string>> => ({
  "types.ts": await writeTypes(document),
  "calls.ts": writeCalls(document),
  "catalogue.ts": writeCatalogue(document),
});
