import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Change, type HistoryEntry, history } from "@/db/schema/history";
import type { Item } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { type Page, type Paged, readPage } from "@/server/data/paging";
import { textWithin, weightOf } from "@/server/data/weight";
import { ownedItem } from "@/server/domain/items/read";
import { isId } from "@/server/platform/ids";

/** An entry whose changes are still the database's JSON text, because the service does not read them. */
export type HistoryEntryAsText = Omit<HistoryEntry, "changes"> & { changes: string };

/** Parses the changes of an entry. */
export function readEntry({ changes, ...entry }: HistoryEntryAsText): HistoryEntry {
  const read: Change[] = JSON.parse(changes);
  return { ...entry, changes: read };
}

const columns = getTableColumns(history);
const asText = { ...columns, changes: sql<string>`${history.changes}::text` };

type LightEntry = Omit<HistoryEntry, "changes"> & { changes: string | null };

const isRead = (entry: LightEntry): entry is LightEntry & { changes: string } => entry.changes !== null;

/** Lists the history of an item of the caller, newest first. */
export async function listHistory(
  ctx: Ctx,
  identifier: string,
  page: Page,
): Promise<{ item: Item; entries: Paged<HistoryEntryAsText> }> {
  const item = await ownedItem(ctx, identifier);
  const ofItem = eq(history.itemId, item.id);
  const entries = await readPage<HistoryEntryAsText>(ctx, page, (ctx) => ({
    time: history.timestamp,
    timeOf: (entry) => entry.timestamp,
    rankOf: (entry) => entry.position,
    read: (range, order) => ctx.db.select(asText).from(history).where(and(ofItem, range)).orderBy(order),
    readLight: async (range, order, maxBytes) => {
      const rows = await ctx.db
        .select({ ...columns, changes: textWithin(maxBytes, history.changes) })
        .from(history)
        .where(and(ofItem, range))
        .orderBy(order);
      return rows.every(isRead) ? rows : undefined;
    },
    lengthOf: ({ changes }) => changes.length,
    weigh: (range, order, limit) =>
      ctx.db
        .select({ at: history.timestamp, bytes: weightOf(desc(history.timestamp), limit, history.changes) })
        .from(history)
        .where(and(ofItem, range))
        .orderBy(order),
  }));
  return { item, entries };
}

/**
 * Reads one entry of an item's history.
 * @throws 404 if the item has no such entry
 */
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
