import { eq, inArray } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { recordGroupLoss } from "@/server/domain/history/record";
import { retireHooks } from "@/server/domain/hooks/retire";
import type { Step } from "@/server/domain/jobs/progress";
import { requestJob } from "@/server/domain/jobs/request";
import type { JobInput } from "@/server/domain/jobs/schema";
import { emit } from "@/server/events/emit";
import { countMembers } from "./count-members";
import { ownedGroup } from "./read";

/** Items locked at the same time; their scans wait meanwhile. */
export const MEMBER_BATCH_SIZE = 500;

/**
 * Deletes a group. Its items are kept, invalidated ones too, and are in no group afterwards: one event for the group, a history
 * entry for each item. A large group loses its items in several transactions; the last one deletes the group (decision 0006).
 */
export async function deleteGroup(ctx: Ctx, groupId: string): Promise<void> {
  while ((await deleteGroupBatch(ctx, { groupId })).cursor !== null);
}

/** Removes a batch of items from a group, or deletes the group with the last one. */
export const deleteGroupBatch = (ctx: Ctx, { groupId }: JobInput<"groupDeletion">): Promise<Step> =>
  inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, groupId, "update");
    const { done, isDeleted } = await deleteLocked(ctx, group, MEMBER_BATCH_SIZE);
    return { cursor: isDeleted ? null : {}, done };
  });

/** Removes at most `maxMembers` items from a locked group, and deletes the group if these were fewer. */
export async function deleteLocked(
  ctx: Ctx,
  group: Group,
  maxMembers: number,
): Promise<{ done: number; isDeleted: boolean }> {
  const done = await detachMembers(ctx, group, maxMembers);
  if (done === maxMembers) return { done, isDeleted: false };
  await emit(ctx, "groupDeleted", { groupId: group.id });
  await recordAuditEvent(ctx, "groupDeleted", {
    producerId: group.producerId,
    id: group.id,
    name: group.title,
  });
  await retireHooks(ctx, { groupId: group.id });
  await ctx.db.delete(groups).where(eq(groups.id, group.id));
  return { done, isDeleted: true };
}

/**
 * Deletes a group as a job: a small one at once, a larger one in the background.
 * @throws 404 if absent, 403 if another producer's
 */
export const requestGroupDeletion = (ctx: Ctx, input: JobInput<"groupDeletion">): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const group = await ownedGroup(ctx, input.groupId, "update");
    const total = (await countMembers(ctx, [group.id])).get(group.id) ?? null;
    const name = group.title ?? group.id;
    return requestJob(ctx, { kind: "groupDeletion", input, name, total }, (ctx) =>
      deleteGroupBatch(ctx, input),
    );
  });

/** Removes a batch of items from a group; returns how many. */
async function detachMembers(ctx: Ctx, group: Group, max: number): Promise<number> {
  const members = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(eq(items.groupId, group.id))
    .orderBy(items.id)
    .limit(max)
    .for("no key update");
  const ids = members.map((item) => item.id);
  if (ids.length > 0) {
    await ctx.db.update(items).set({ groupId: null, updatedAt: new Date() }).where(inArray(items.id, ids));
    await recordGroupLoss(ctx, ids, group.id);
  }
  return ids.length;
}
