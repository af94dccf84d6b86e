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

/** An entry before the trigger of the table chains it (migrations 0001 and 0034), named like the table's columns. */
export interface NewEntry {
  id: string;
  item_id?: number;
  /** Only of an entry that its item announces. */
  position?: 1;
  action: HistoryAction;
  timestamp: string;
  actor_type: HistoryEntry["actorType"];
  actor_id: string;
  actor_name: string;
  changes: Change[];
  request_id: string;
}

const entryOf = (ctx: Ctx, action: HistoryAction, changes: Change[]): NewEntry => {
  const { type, id, name } = actorIn(ctx);
  return {
    id: newId(),
    action,
    timestamp: new Date().toISOString(),
    actor_type: type,
    actor_id: id,
    actor_name: name,
    changes,
    request_id: ctx.requestId,
  };
};

/** The first entry of an item. Its hash is part of the new item, which then need not change for its entry. */
export const firstEntry = (ctx: Ctx, description: Description): NewEntry => ({
  ...entryOf(
    ctx,
    "created",
    changesBetween({}, followed({ ...description, groupId: null, invalidatedAt: null })),
  ),
  position: 1,
});

/** SQL for the hash of a first entry, of its JSON and the id of its item. */
export const hashOfFirst = (entry: SQL, itemId: SQL): SQL =>
  sql`history_hash(jsonb_populate_record(null::${history}, ${entry} || jsonb_build_object('item_id', ${itemId})))`;

/** Appends entries with one parameter, however many there are: a thousand rows of parameters cost more than their insertion. */
export async function appendEntries(ctx: Ctx, entries: readonly NewEntry[]): Promise<void> {
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
    return [{ ...entryOf(ctx, action, changes), item_id: after.id }];
  });
  await appendEntries(ctx, entries);
}

/** Appends the deletion of their group to the histories of items. The caller holds the items' locks. */
export async function recordGroupLoss(ctx: Ctx, itemIds: number[], groupId: string): Promise<void> {
  const changes = [{ path: "/_group", from: groupId }];
  await appendEntries(
    ctx,
    itemIds.map((itemId) => ({ ...entryOf(ctx, "deletedFromGroup", changes), item_id: itemId })),
  );
}
