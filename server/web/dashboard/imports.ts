import { z } from "zod";
import { tooManyRequests } from "@/server/core/errors";
import { parsed } from "@/server/core/parsed";
import { refusedFile } from "@/server/domain/imports/refused-file";
import { NewImport } from "@/server/domain/imports/schema";
import { stageImport } from "@/server/domain/imports/stage";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { streamBody } from "@/server/http/stream-body";
import { changingMembershipAs, memberCtx, membershipAs } from "@/server/identity/visitor";
import { runtime } from "@/server/runtime/runtime";
import { answeringVisitor, jsonAnswer } from "./answer";
import { download, queryOf, today } from "./download";

/** Files that arrive at the same time in this process, and of one producer. */
const MAX_FILES = 4;
const MAX_FILES_OF_PRODUCER = 2;
const arriving: string[] = [];

/** Runs the upload of a producer's file. @throws 429 with too many other uploads */
async function inTurn<T>(producerId: string, work: () => Promise<T>): Promise<T> {
  const own = arriving.filter((id) => id === producerId).length;
  if (arriving.length >= MAX_FILES || own >= MAX_FILES_OF_PRODUCER)
    throw tooManyRequests("Too many uploads at once.", 5, { connection: "close" });
  arriving.push(producerId);
  try {
    return await work();
  } finally {
    arriving.splice(arriving.indexOf(producerId), 1);
  }
}

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
    return inTurn(membership.producerId, async () => {
      const { id } = await stageImport(ctx, runtime().database.copyClient, input, streamBody(request));
      return jsonAnswer(200, { id });
    });
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
