import { type SQL, sql } from "drizzle-orm";
import type { JsonObject } from "@/db/json";
import { type Change, type HistoryEntry, history } from "@/db/schema/history";
import type { Item } from "@/db/schema/items";
import { actorIn, type Ctx } from "@/server/core/ctx";
import type { Description } from "@/server/domain/shared/description";
import { newId } from "@/server/platform/ids";
import { changesBetween } from "./changes";

export type HistoryAction = HistoryEntry["action"];

/** The path of the reason that a person gave for a change; no field of an item has it. */
const REASON_PATH = "/_reason";

/** The fields of an item that histories follow. */
export type Followed = Pick<
  Item,
  "title" | "image" | "data" | "verificationinfos" | "groupId" | "invalidatedAt"
>;

/**
 * The values of an item that histories follow; unset ones are omitted. A deleted item keeps its values, so that its history does
 * not store them twice.
 */
export function followed(item: Followed | null): JsonObject {
  if (!item) return {};
  const followed: JsonObject = {
    data: item.data,
    verificationinfos: item.verificationinfos.map((entry) => ({ ...entry })),
  };
  if (item.title !== null) followed.title = item.title;
  if (item.image !== null) followed.image = item.image;
  if (item.groupId !== null) followed._group = item.groupId;
  if (item.invalidatedAt !== null) followed.invalidated = true;
  return followed;
}

/** An entry before the trigger of the table chains it (migrations 0001 and 0040), named like the table's columns. */
interface NewEntry {
  id: string;
  item_id: number;
  action: HistoryAction;
  timestamp: string;
  actor_type: HistoryEntry["actorType"];
  actor_id: string;
  actor_name: string;
  changes: Change[];
  request_id: string;
}

const entryOf = (ctx: Ctx, itemId: number, action: HistoryAction, changes: Change[]): NewEntry => {
  const { type, id, name } = actorIn(ctx);
  return {
    id: newId(),
    item_id: itemId,
    action,
    timestamp: new Date().toISOString(),
    actor_type: type,
    actor_id: id,
    actor_name: name,
    changes,
    request_id: ctx.requestId,
  };
};

/** The changes in the first entry of an item. */
export const firstChanges = (description: Description): Change[] =>
  changesBetween({}, followed({ ...description, groupId: null, invalidatedAt: null }));

/**
 * SQL that appends the first entries of items: rows of `given` have the item's `id`, the entry's id as `entry`, and its
 * `changes`. Returns `item_id` and `hash`, for items that are inserted with it by the same statement: a later change for
 * the entry would write each index of an item again.
 */
export function appendFirstEntries(ctx: Ctx, given: SQL): SQL {
  const { type, id, name } = actorIn(ctx);
  const action: HistoryAction = "created";
  return sql`
    insert into ${history}
      (id, item_id, position, action, timestamp, actor_type, actor_id, actor_name, changes, request_id)
    select entry, id, 1, ${action}, ${new Date().toISOString()}::timestamptz, ${type}, ${id}, ${name}, changes,
      ${ctx.requestId}
    from ${given} returning item_id, hash`;
}

/** Appends entries with one parameter, however many there are: a thousand rows of parameters cost more than their insertion. */
async function appendEntries(ctx: Ctx, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await ctx.db.execute(sql`
    insert into ${history}
    select entry.* from jsonb_populate_recordset(null::${history}, ${JSON.stringify(entries)}::text::jsonb) as entry`);
}

/** An item before and after a change. */
export interface ItemChanged {
  before: Item;
  after: Item;
}

/**
 * Appends an entry to the history of each item, unless it is a modification without changes. `reason` is stored as a change of
 * its own. The caller holds the items' locks.
 */
export async function recordHistories(
  ctx: Ctx,
  action: HistoryAction,
  changed: readonly ItemChanged[],
  reason?: string,
): Promise<void> {
  const because = reason === undefined ? [] : [{ path: REASON_PATH, to: reason }];
  const entries = changed.flatMap(({ before, after }) => {
    const changes = [...changesBetween(followed(before), followed(after)), ...because];
    if (action === "modified" && changes.length === 0) return [];
    return [entryOf(ctx, after.id, action, changes)];
  });
  await appendEntries(ctx, entries);
}

/** Appends the deletion of their group to the histories of items. The caller holds the items' locks. */
export async function recordGroupLoss(ctx: Ctx, itemIds: number[], groupId: string): Promise<void> {
  const changes = [{ path: "/_group", from: groupId }];
  await appendEntries(
    ctx,
    itemIds.map((itemId) => entryOf(ctx, itemId, "deletedFromGroup", changes)),
  );
}
