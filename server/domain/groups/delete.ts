import { eq, inArray } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { recordGroupLoss } from "@/server/domain/history/record";
import { retireHooks } from "@/server/domain/hooks/retire";
import { emit } from "@/server/events/emit";
import { ownedGroup } from "./read";

/** Items locked at the same time; their scans wait meanwhile. */
const MEMBER_BATCH_SIZE = 500;

/**
 * Deletes a group. Its items are kept, invalidated ones too, and are in no group afterwards: one event for the group, a history
 * entry for each item. A large group loses its items in several transactions; the last one deletes the group (decision 0006). If
 * that takes longer than `forMs`, the caller must call again to continue.
 */
export async function deleteGroup(ctx: Ctx, id: string, forMs = Number.POSITIVE_INFINITY): Promise<Deleted> {
  const end = performance.now() + forMs;
  for (;;) {
    const group = await deleteSome(ctx, id);
    if (!group) return { isDone: true, left: 0 };
    if (performance.now() > end) return { isDone: false, left: await membersOf(ctx, group) };
  }
}

/** The progress of a deletion: how many items are still in the group. */
export interface Deleted {
  isDone: boolean;
  left: number;
}

/** Removes a batch of items from a group, or deletes the group with the last one; returns the group while it exists. */
const deleteSome = (ctx: Ctx, id: string): Promise<Group | undefined> =>
  inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, id, "update");
    if ((await detachMembers(ctx, group)) === MEMBER_BATCH_SIZE) return group;
    await emit(ctx, "groupDeleted", { groupId: group.id });
    await recordAuditEvent(ctx, "groupDeleted", {
      producerId: group.producerId,
      id: group.id,
      name: group.title,
    });
    await retireHooks(ctx, { groupId: group.id });
    await ctx.db.delete(groups).where(eq(groups.id, group.id));
    return undefined;
  });

const membersOf = ({ db }: Ctx, { id }: Group) => db.$count(items, eq(items.groupId, id));

/** Removes a batch of items from a group; returns how many. */
async function detachMembers(ctx: Ctx, group: Group): Promise<number> {
  const members = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(eq(items.groupId, group.id))
    .orderBy(items.id)
    .limit(MEMBER_BATCH_SIZE)
    .for("no key update");
  const ids = members.map((item) => item.id);
  if (ids.length > 0) {
    await ctx.db.update(items).set({ groupId: null, updatedAt: new Date() }).where(inArray(items.id, ids));
    await recordGroupLoss(ctx, ids, group.id);
  }
  return ids.length;
}
