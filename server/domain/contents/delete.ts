import { inArray } from "drizzle-orm";
import { type Content, contents } from "@/db/schema/contents";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvents } from "@/server/domain/audit-log/record";
import { emitAll } from "@/server/events/emit";
import { blobs } from "@/server/platform/blobs";
import { forgetDerivatives } from "@/server/platform/derivatives";
import { log } from "@/server/platform/log";
import { ownedContent } from "./read";
import { giveSpaceBack } from "./space";

/** Deletes the rows of locked contents of one producer, with their events. */
export async function deleteRows(ctx: Ctx, deleted: Content[]): Promise<void> {
  const [first] = deleted;
  if (!first) return;
  const { producerId } = first;
  // Audit events cannot be erased, and names of scan images may contain data about the scanner.
  const targets = deleted.map(({ id, name, scanId }) => ({
    producerId,
    id,
    name: scanId === null ? name : null,
  }));
  await recordAuditEvents(ctx, "contentDeleted", targets);
  const ids = deleted.map(({ id }) => id);
  await emitAll(
    ctx,
    "contentDeleted",
    ids.map((contentId) => ({ contentId })),
  );
  await ctx.db.delete(contents).where(inArray(contents.id, ids));
  for (const space of ["contentBytes", "scanImageBytes"] as const) {
    const freed = deleted.filter(({ scanId }) => (scanId === null) === (space === "contentBytes"));
    const bytes = freed.reduce((sum, { size }) => sum + size, 0);
    if (bytes > 0) await giveSpaceBack(ctx, { producerId, of: space, bytes });
  }
}

/** Removes the bytes of deleted contents, once that is committed: after a crash the sweep removes them. */
export async function removeBytes(ids: string[]): Promise<void> {
  for (const id of ids) {
    for (const outcome of await Promise.allSettled([blobs().remove(id), forgetDerivatives(id)])) {
      if (outcome.status === "rejected")
        log.warn({ err: outcome.reason, content: id }, "bytes of a deleted content could not be removed");
    }
  }
}

/** Deletes a content of the caller; items that name it keep its name and lose their image. */
export async function deleteContent(ctx: Ctx, id: string): Promise<void> {
  const deleted = await inTransaction(ctx, async (ctx) => {
    const content = await ownedContent(ctx, id);
    await deleteRows(ctx, [content]);
    return content.id;
  });
  await removeBytes([deleted]);
}
