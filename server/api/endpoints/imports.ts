import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import type { Ctx } from "@/server/core/ctx";
import { discardImport, requestImport, setImport } from "@/server/domain/imports/change";
import { countRefused, listRefusedRows, ownedImport } from "@/server/domain/imports/read";
import { ImportEnvelope, ImportRequest, RefusedAfter, RefusedRowView } from "@/server/domain/imports/schema";
import { importView, refusedRowView } from "@/server/domain/imports/view";
import { receiveImport } from "@/server/http/receive-import";

const ById = z.object({ id: z.string() });

const shown = async (ctx: Ctx, id: string) => {
  const of = await ownedImport(ctx, id);
  return importView(of, (await countRefused(ctx, of)).refused);
};

export const createImportEndpoint = endpoint({
  method: "POST",
  path: "/imports",
  auth: "token",
  tag: "Imports",
  summary: "Import a file of items or groups as a job",
  description:
    "The body is the file: CSV, XLSX or JSON Lines. Its first row names the fields. The first rows are imported at once: the job of a small file is `done` in the answer.",
  input: { query: ImportRequest },
  response: ImportEnvelope,
  errors: ["invalid", "forbidden", "conflict"],
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
  tag: "Imports",
  summary: "Get an import with the numbers of its rows",
  input: { params: ById },
  response: ImportEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: (ctx, { params }) => shown(ctx, params.id),
});

export const deleteImportEndpoint = endpoint({
  method: "DELETE",
  path: "/imports/:id",
  auth: "token",
  tag: "Imports",
  summary: "Discard an import with its rows",
  description: "Stops its job. Items and groups that are imported already stay.",
  input: { params: ById },
  response: "empty",
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => {
    await discardImport(ctx, params.id);
    return undefined;
  },
});

export const listRefusedRowsEndpoint = endpoint({
  method: "GET",
  path: "/imports/:id/refused",
  auth: "token",
  tag: "Imports",
  summary: "List refused rows of an import, in the order of the file",
  description: "At most 50 rows; ask again with `after` for further ones.",
  input: { params: ById, query: RefusedAfter },
  response: z.array(RefusedRowView),
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params, query }) => {
    const of = await ownedImport(ctx, params.id);
    return (await listRefusedRows(ctx, of, query.after)).map(refusedRowView);
  },
});
