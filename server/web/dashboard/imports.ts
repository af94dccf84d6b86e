import { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { refusedFile } from "@/server/domain/imports/refused-file";
import { NewImport } from "@/server/domain/imports/schema";
import { receiveImport } from "@/server/http/receive-import";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { streamBody } from "@/server/http/stream-body";
import { changingMembershipAs, memberCtx, membershipAs } from "@/server/identity/visitor";
import { answeringVisitor, jsonAnswer } from "./answer";
import { download, queryOf, today } from "./download";

/**
 * Stores the rows of an editor's file for an import: the body is the file, `?kind=items|groups&name=` describes it. Its rows are
 * read as they arrive. Returns the id of the import.
 */
export const uploadImport = (request: Request): Promise<Response> =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const membership = changingMembershipAs("editor", visitor);
    const ctx = memberCtx(visitor.signedIn, membership, requestId);
    const input = parsed(NewImport, queryOf(request));
    const { id } = await receiveImport(ctx, input, streamBody(request));
    return jsonAnswer(200, { id });
  });

const RefusedQuery = z.object({ id: z.string(), format: z.enum(["csv", "xlsx", "jsonl"]) });
const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jsonl: "application/x-ndjson",
};

/** Sends the refused rows of an import as a file, with a column of reasons: `?id=&format=csv|xlsx|jsonl`. */
export const downloadRefused = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    const ctx = memberCtx(visitor.signedIn, membershipAs("viewer", visitor), requestId);
    const { id, format } = parsed(RefusedQuery, queryOf(request));
    return {
      parts: await refusedFile(ctx, id, format),
      type: TYPES[format],
      name: `refused-rows-${today()}.${format}`,
    };
  });
