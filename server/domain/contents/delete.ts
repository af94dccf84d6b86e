import { eq } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { emit } from "@/server/events/emit";
import { blobs } from "@/server/platform/blobs";
import { derivatives } from "@/server/platform/derivatives";
import { log } from "@/server/platform/log";
import { ownedContent } from "./read";
import { giveSpaceBack } from "./space";

/**
 * Deletes a content of the caller; items that name it keep its name and lose their image. The row is deleted first: after a
 * crash the sweep removes the bytes.
 */
export async function deleteContent(ctx: Ctx, id: string): Promise<void> {
  const deleted = await inTransaction(ctx, async (ctx) => {
    const content = await ownedContent(ctx, id);
    const { producerId, name, scanId } = content;
    // Audit events cannot be erased, and names of scan images may contain data about the scanner.
    await recordAuditEvent(ctx, "contentDeleted", {
      producerId,
      id: content.id,
      name: scanId === null ? name : null,
    });
    await emit(ctx, "contentDeleted", { contentId: content.id });
    await ctx.db.delete(contents).where(eq(contents.id, content.id));
    const of = scanId === null ? "contentBytes" : "scanImageBytes";
    await giveSpaceBack(ctx, { producerId, of, bytes: content.size });
    return content;
  });
  const gone = [blobs().remove(deleted.id), derivatives().forget(deleted.id)];
  for (const outcome of await Promise.allSettled(gone)) {
    if (outcome.status === "rejected")
      log.warn(
        { err: outcome.reason, content: deleted.id },
        "bytes of a deleted content could not be removed",
      );
  }
}
