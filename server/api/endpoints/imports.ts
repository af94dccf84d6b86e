import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { EXAMPLE_IDS } from "@/server/api/example-ids";
import type { Ctx } from "@/server/core/ctx";
import { discardImport, requestImport, setImport } from "@/server/domain/imports/change";
import { countRefused, listRefusedRows, ownedImport } from "@/server/domain/imports/read";
import { ImportEnvelope, ImportRequest, RefusedAfter, RefusedRowView } from "@/server/domain/imports/schema";
import { importView, refusedRowView } from "@/server/domain/imports/view";
import { receiveImport } from "@/server/http/receive-import";

/** One row that is imported, and one that is refused. */
const FILE = `identifier,title,data.weight:number
${EXAMPLE_IDS.importedItem},"Atlas handbag, black",1.2
4006381333979,"Atlas handbag, green",heavy
`;

const ById = z.object({ id: z.string().describe("Id of the import.") });

const shown = async (ctx: Ctx, id: string) => {
  const of = await ownedImport(ctx, id);
  return importView(of, (await countRefused(ctx, of)).refused);
};

export const createImportEndpoint = endpoint({
  method: "POST",
  path: "/imports",
  auth: "token",
  scope: "jobs:write",
  tag: "Imports",
  summary: "Import a file",
  description:
    "The body is the file: CSV, XLSX or JSON Lines. Its first row names the fields: `identifier`, `title`, `image`, `group`, `data.color`, `data.weight:number`. The first rows are imported at once, so that the job of a small file is `done` in the answer. Refused rows do not stop the others.",
  input: { query: ImportRequest },
  example: {
    query: { kind: "items", name: "stock.csv", mode: "create" },
    file: { type: "text/csv", text: FILE },
  },
  response: ImportEnvelope,
  errors: [
    "file-unreadable",
    "too-many-rows",
    "too-many-imports",
    "import-discarded",
    "imports-full",
    "too-many-jobs",
    "record-quota-exceeded",
  ],
  streams: true,
  creates: true,
  prepare: async (ctx, { query }, { body }) => {
    const { id, mapping } = await receiveImport(ctx, query, body);
    return {
      // The caller does not learn its id.
      discard: () => discardImport(ctx, id),
      make: async (ctx) => {
        await setImport(ctx, { id, mode: query.mode, mapping });
        await requestImport(ctx, { importId: id });
        return shown(ctx, id);
      },
    };
  },
});

export const getImportEndpoint = endpoint({
  method: "GET",
  path: "/imports/:id",
  auth: "token",
  scope: "jobs:read",
  tag: "Imports",
  summary: "Get an import",
  description: "The counts of created, changed, unchanged and refused rows grow while the job runs.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.import } },
  response: ImportEnvelope,
  errors: ["import-not-found", "import-of-another-producer"],
  handle: (ctx, { params }) => shown(ctx, params.id),
});

export const deleteImportEndpoint = endpoint({
  method: "DELETE",
  path: "/imports/:id",
  auth: "token",
  scope: "jobs:write",
  tag: "Imports",
  summary: "Discard an import",
  description: "Stops its job. Items and groups that are imported already stay.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.import } },
  response: "empty",
  errors: ["import-not-found", "import-of-another-producer"],
  handle: async (ctx, { params }) => {
    await discardImport(ctx, params.id);
    return undefined;
  },
});

export const listRefusedRowsEndpoint = endpoint({
  method: "GET",
  path: "/imports/:id/refused",
  auth: "token",
  scope: "jobs:read",
  tag: "Imports",
  summary: "List refused rows",
  description: "At most 50 rows; ask again with `after` for further ones.",
  input: { params: ById, query: RefusedAfter },
  example: { params: { id: EXAMPLE_IDS.import } },
  response: z.array(RefusedRowView),
  errors: ["import-not-found", "import-of-another-producer"],
  handle: async (ctx, { params, query }) => {
    const of = await ownedImport(ctx, params.id);
    return (await listRefusedRows(ctx, of, query.after)).map(refusedRowView);
  },
});
