import { eq, getTableColumns, sql } from "drizzle-orm";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { type ItemChanged, recordHistories } from "@/server/domain/history/record";
import type { Description } from "@/server/domain/shared/description";
import { emitAll } from "@/server/events/emit";

/** A locked item and its new description. */
export interface Redescribed {
  item: Item;
  description: Description;
}

/** Pairs items with their rows after a change. */
function changedOf(before: readonly Item[], after: readonly Item[]): ItemChanged[] {
  const byId = new Map(after.map((item) => [item.id, item]));
  return before.flatMap((item) => {
    const changed = byId.get(item.id);
    return changed ? [{ before: item, after: changed }] : [];
  });
}

const NOW = sql`greatest(${items.updatedAt}, now())`;

/**
 * Writes new descriptions of locked items, in a few statements: for each item one history entry and `itemModified`. Returns the
 * items as they are now.
 */
export const redescribeItems = (ctx: Ctx, changes: readonly Redescribed[]): Promise<Item[]> =>
  inTransaction(ctx, async (ctx) => {
    if (changes.length === 0) return [];
    const list = changes.map(({ item, description }) => ({ id: item.id, ...description }));
    const after = await ctx.db
      .update(items)
      .set({
        title: sql`change.title`,
        image: sql`change.image`,
        data: sql`change.data`,
        verificationinfos: sql`change.verificationinfos`,
        updatedAt: NOW,
      })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
          as change(id bigint, title text, image text, data jsonb, verificationinfos jsonb)`,
      )
      .where(eq(items.id, sql`change.id`))
      .returning(getTableColumns(items));
    const before = changes.map(({ item }) => item);
    await recordHistories(ctx, "modified", changedOf(before, after));
    await emitAll(
      ctx,
      "itemModified",
      before.map(({ id }) => ({ itemId: id })),
    );
    return after;
  });

/** A locked item that enters or leaves a group. */
export interface Moved {
  item: Item;
  groupId: string;
}

/**
 * Adds locked items to groups or removes them, in a few statements: for each item one history entry and one event. The caller
 * has checked that each item is in no group, or in this one, and holds the groups' locks. Returns the items as they are now.
 */
export const moveItems = (ctx: Ctx, verb: "add" | "remove", moves: readonly Moved[]): Promise<Item[]> =>
  inTransaction(ctx, async (ctx) => {
    if (moves.length === 0) return [];
    const list = moves.map(({ item, groupId }) => ({
      id: item.id,
      group_id: verb === "add" ? groupId : null,
    }));
    const after = await ctx.db
      .update(items)
      .set({ groupId: sql`change.group_id`, updatedAt: NOW })
      .from(sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as change(id bigint, group_id uuid)`)
      .where(eq(items.id, sql`change.id`))
      .returning(getTableColumns(items));
    const before = moves.map(({ item }) => item);
    await recordHistories(
      ctx,
      verb === "add" ? "addedToGroup" : "deletedFromGroup",
      changedOf(before, after),
    );
    await emitAll(
      ctx,
      verb === "add" ? "itemAddedToGroup" : "itemDeletedFromGroup",
      moves.map(({ item, groupId }) => ({ itemId: item.id, groupId })),
    );
    return after;
  });
