import { and, eq } from "drizzle-orm";
import { type HistoryEntry, history } from "@/db/schema/history";
import type { Item } from "@/db/schema/items";
import type { Ctx } from "@/server/ctx";
import { ownedItem } from "@/server/domain/items/read";
import { type Page, type Paged, readPage } from "@/server/domain/shared/paging";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";

/** What happened to an item of the caller, newest first. */
export async function listHistory(
  ctx: Ctx,
  identifier: string,
  page: Page,
): Promise<{ item: Item; entries: Paged<HistoryEntry> }> {
  const item = await ownedItem(ctx, identifier);
  const entries = await readPage<HistoryEntry>(page, {
    time: history.timestamp,
    timeOf: (entry) => entry.timestamp,
    rankOf: (entry) => entry.position,
    read: (older, order) =>
      ctx.db
        .select()
        .from(history)
        .where(and(eq(history.itemId, item.id), older))
        .orderBy(order),
  });
  return { item, entries };
}

/** One entry of an item's history. 404 if the item has no such entry. */
export async function getHistoryEntry(
  ctx: Ctx,
  identifier: string,
  entryId: string,
): Promise<{ item: Item; entry: HistoryEntry }> {
  const item = await ownedItem(ctx, identifier);
  const [entry] = isId(entryId)
    ? await ctx.db
        .select()
        .from(history)
        .where(and(eq(history.id, entryId), eq(history.itemId, item.id)))
    : [];
  if (!entry)
    throw notFound("history-entry-not-found", `Item ${identifier} has no history entry ${entryId}.`);
  return { item, entry };
}
