import { sql } from "drizzle-orm";
import type { JsonObject } from "@/db/json";
import { type HistoryEntry, history } from "@/db/schema/history";
import type { Item } from "@/db/schema/items";
import { actorIn, type Ctx } from "@/server/core/ctx";
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

function entryOf(ctx: Ctx, action: HistoryAction) {
  const actor = actorIn(ctx);
  return {
    action,
    timestamp: new Date(),
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    requestId: ctx.requestId,
    // The trigger of the table chains the entry; see migration 0001.
    position: 0,
    hash: sql`''::bytea`,
  };
}

/** The state of an item before and after a change. */
export interface ItemChanged {
  before: Item | null;
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
  const entry = entryOf(ctx, action);
  const because = reason === undefined ? [] : [{ path: REASON_PATH, to: reason }];
  const entries = changed.flatMap(({ before, after }) => {
    const changes = [...changesBetween(followed(before), followed(after)), ...because];
    if (action === "modified" && changes.length === 0) return [];
    return [{ ...entry, id: newId(), itemId: after.id, changes }];
  });
  if (entries.length > 0) await ctx.db.insert(history).values(entries);
}

/** Appends an entry to the history of one item, like `recordHistories`. */
export const recordHistory = (
  ctx: Ctx,
  action: HistoryAction,
  before: Item | null,
  after: Item,
): Promise<void> => recordHistories(ctx, action, [{ before, after }]);

/** Appends the deletion of their group to the histories of items. The caller holds the items' locks. */
export async function recordGroupLoss(ctx: Ctx, itemIds: number[], groupId: string): Promise<void> {
  const entry = entryOf(ctx, "deletedFromGroup");
  const changes = [{ path: "/_group", from: groupId }];
  await ctx.db.insert(history).values(itemIds.map((itemId) => ({ ...entry, id: newId(), itemId, changes })));
}
