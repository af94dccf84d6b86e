import { parsed } from "@/server/core/parsed";
import { addPhoto, keepPhoto } from "@/server/domain/inspections/photo";
import { MAX_PHOTO_BYTES, NewPhoto } from "@/server/domain/inspections/schema";
import { readBytes } from "@/server/http/body";
import { fileInTime } from "@/server/http/in-time";
import { limit } from "@/server/http/limits";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { withRoomFor } from "@/server/http/upload";
import { changingMembershipAs, memberCtx } from "@/server/identity/visitor";
import { answeringVisitor, jsonAnswer } from "./answer";
import { queryOf } from "./download";

/**
 * Adds a photo to an inspection of the caller, once: the body is a JPEG, `?inspection=&photo=&sha256=` describe it. Its bytes
 * are stored as they are. Answers the hash of what is stored.
 */
export const uploadInspectionPhoto = (request: Request): Promise<Response> =>
  answeringVisitor(request, async (visitor, requestId) => {
    refuseOtherOrigins(request.headers);
    const membership = changingMembershipAs("inspector", visitor);
    const ctx = memberCtx(visitor.signedIn, membership, requestId);
    await limit("calls of this person", visitor.signedIn.person.id);
    const { producer: _, ...query } = queryOf(request);
    const wanted = parsed(NewPhoto, query);
    return withRoomFor({ upload: "content", who: membership.producerId }, async (takeRoom) => {
      const bytes = await readBytes(request, {
        maxBytes: MAX_PHOTO_BYTES,
        isUpload: true,
        onChunk: (chunk) => takeRoom(chunk.byteLength),
      });
      const file = await fileInTime(keepPhoto(ctx, wanted, bytes));
      if (file) await fileInTime(addPhoto(ctx, wanted, file));
      return jsonAnswer(200, { sha256: wanted.sha256 });
    });
  });
