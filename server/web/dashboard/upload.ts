import { z } from "zod";
import { faultsOf, faulty } from "@/server/core/errors";
import { faultsOfJson } from "@/server/core/json-faults";
import { createContent, keepContent } from "@/server/domain/contents/create";
import { MAX_BYTES, NewContent } from "@/server/domain/contents/schema";
import { contentView } from "@/server/domain/contents/view";
import { readBytes } from "@/server/http/body";
import { fileInTime } from "@/server/http/in-time";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { type TakeRoom, withRoomFor } from "@/server/http/upload";
import { changingMembershipAs, memberCtx } from "@/server/identity/visitor";
import { answeringVisitor, jsonAnswer } from "./answer";

const Query = z.object({ name: z.string().optional(), description: z.string().optional() });

/** Reads a file from a raw body; the query has its name and description. */
async function fileOf(request: Request, takeRoom: TakeRoom): Promise<NewContent> {
  const query = Query.parse(Object.fromEntries(new URL(request.url).searchParams));
  const faults = faultsOfJson(query);
  if (faults.length > 0) throw faulty(faults);
  const data = await readBytes(request, {
    maxBytes: MAX_BYTES,
    isUpload: true,
    onChunk: (chunk) => takeRoom(chunk.byteLength),
  });
  const type = request.headers.get("content-type") || "application/octet-stream";
  const file = NewContent.safeParse({ ...query, "content-type": type, data });
  if (file.success) return file.data;
  throw faulty(faultsOf(file.error.issues));
}

/**
 * Stores a file of an editor: the body is the file, `content-type` its type, `?name=` and `?description=` describe it.
 * Returns the content as lists show it. One request per file gives each file its own progress.
 */
export const uploadContent = (request: Request): Promise<Response> =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const membership = changingMembershipAs("editor", visitor);
    const ctx = memberCtx(visitor.signedIn, membership, requestId);
    return withRoomFor({ upload: "content", who: membership.producerId }, async (takeRoom) => {
      const file = await fileOf(request, takeRoom);
      const created = keepContent(ctx, file).then((kept) => createContent(ctx, kept));
      return jsonAnswer(200, contentView(await fileInTime(created)));
    });
  });
