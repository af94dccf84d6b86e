import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type Change, history } from "@/db/schema/history";
import { type Item, items } from "@/db/schema/items";
import { jobChanges } from "@/db/schema/job-changes";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { HOUR_MS } from "@/server/core/time";
import { bytesOf, countLight } from "@/server/data/weight";
import { addItems } from "@/server/domain/groups/add-item";
import { ownedGroup } from "@/server/domain/groups/read";
import { removeItems } from "@/server/domain/groups/remove-item";
import { describeItems } from "@/server/domain/items/update";
import { UNDO_HOURS } from "@/server/domain/jobs/delete-old";
import type { Refused, Step } from "@/server/domain/jobs/progress";
import { lockedJob, ownedJob } from "@/server/domain/jobs/read";
import { requestJob } from "@/server/domain/jobs/request";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { refusalOf } from "./edit";
import { reverted } from "./reverted";
import { ItemChange, type ItemEditAction } from "./schema";
import { BATCH_SIZE, lockItems } from "./select";

/** A change to undo. */
interface Made extends Record<string, unknown> {
  itemId: number;
  position: number;
  /** The bytes of its history entry and of the item's description. */
  bytes: number;
}

/** Takes the next changes of a job, and deletes them: no change is undone twice. */
async function takeChanges(ctx: Ctx, jobId: string): Promise<{ taken: Made[]; isLast: boolean }> {
  const made = await ctx.db
    .select({
      itemId: jobChanges.itemId,
      position: jobChanges.position,
      bytes: sql<number>`(coalesce(pg_column_size(${history.changes}), 0) + ${sql.raw(bytesOf("items"))})::float8`,
    })
    .from(jobChanges)
    .innerJoin(items, eq(items.id, jobChanges.itemId))
    .leftJoin(history, and(eq(history.itemId, jobChanges.itemId), eq(history.position, jobChanges.position)))
    .where(eq(jobChanges.jobId, jobId))
    .orderBy(asc(jobChanges.itemId))
    .limit(BATCH_SIZE + 1)
    .for("update", { of: jobChanges });
  const taken = made.slice(0, Math.min(BATCH_SIZE, countLight(made.map(({ bytes }) => bytes))));
  const ids = taken.map(({ itemId }) => itemId);
  await ctx.db.delete(jobChanges).where(and(eq(jobChanges.jobId, jobId), inArray(jobChanges.itemId, ids)));
  return { taken, isLast: taken.length === made.length };
}

/** The history entries of changes, by item. */
async function changesOf({ db }: Ctx, made: Made[]): Promise<Map<number, Change[]>> {
  if (made.length === 0) return new Map();
  const keys = sql.join(
    made.map(({ itemId, position }) => sql`(${itemId}::bigint, ${position}::int)`),
    sql`, `,
  );
  const entries = await db
    .select({ itemId: history.itemId, changes: history.changes })
    .from(history)
    .where(sql`(${history.itemId}, ${history.position}) in (${keys})`);
  return new Map(entries.map(({ itemId, changes }) => [itemId, changes]));
}

/** An item to restore, and the changes that were made to it. */
interface Restorable {
  item: Item;
  changes: Change[];
}

/** Adds items to their former groups again. Returns those that refuse it, because the group was deleted. */
async function rejoin(ctx: Ctx, restorable: Restorable[]): Promise<Refused[]> {
  const refusals: Refused[] = [];
  const groupOf = ({ changes }: Restorable) => {
    const from = changes.find(({ path }) => path === "/_group")?.from;
    return typeof from === "string" ? from : "";
  };
  for (const groupId of new Set(restorable.map(groupOf))) {
    const members = restorable.filter((one) => groupOf(one) === groupId);
    const group = await ownedGroup(ctx, groupId).catch((error: unknown) => refusalOf(error));
    if (typeof group === "string")
      refusals.push(...members.map(({ item }) => ({ id: item.identifier, code: group })));
    else
      await addItems(
        ctx,
        members.map(({ item }) => ({ item, groupId: group.id })),
      );
  }
  return refusals;
}

/** Restores items. Returns those that refuse it. */
async function restore(ctx: Ctx, action: ItemEditAction, restorable: Restorable[]): Promise<Refused[]> {
  if (action === "removeFromGroup") return rejoin(ctx, restorable);
  if (action === "addToGroup") {
    await removeItems(
      ctx,
      restorable.map(({ item }) => item),
    );
    return [];
  }
  for (const { item } of restorable.slice(0, 1)) await refuseWithoutRecordRoom(ctx, item.producerId);
  await describeItems(
    ctx,
    restorable.map(({ item, changes }) => ({ item, change: reverted(item, changes) })),
  );
  return [];
}

/** Undoes the next changes of a job. An item that was changed since is left as it is, and counted. */
export async function itemChangeUndoBatch(ctx: Ctx, { jobId }: { jobId: string }): Promise<Step> {
  const { change } = ItemChange.pick({ change: true }).parse((await ownedJob(ctx, jobId)).input);
  const { taken, isLast } = await takeChanges(ctx, jobId);
  const locked = await lockItems(
    ctx,
    taken.map(({ itemId }) => itemId),
  );
  const positions = new Map(taken.map(({ itemId, position }) => [itemId, position]));
  const isSame = (item: Item) => positions.get(item.id) === item.historyLength;
  const changes = await changesOf(ctx, taken);
  const restorable = locked.filter(isSame).map((item) => ({ item, changes: changes.get(item.id) ?? [] }));
  const changed = locked.filter((item) => !isSame(item));
  const refused = await restore(ctx, change.action, restorable);
  const deleted = taken.length - locked.length;
  return {
    cursor: isLast ? null : {},
    done: taken.length,
    counts: { changed: restorable.length - refused.length, ...(deleted > 0 ? { deleted } : {}) },
    refusals: [...refused, ...changed.map(({ identifier }) => ({ id: identifier, code: "item-changed" }))],
  };
}

/** When a job can be undone no more; undefined if it cannot be undone now. */
export async function undoableUntil(ctx: Ctx, job: Job): Promise<Date | undefined> {
  if (job.kind !== "itemChange" || job.endedAt === null) return undefined;
  const until = new Date(job.endedAt.getTime() + UNDO_HOURS * HOUR_MS);
  if (until <= new Date()) return undefined;
  const [change] = await ctx.db
    .select({ itemId: jobChanges.itemId })
    .from(jobChanges)
    .where(eq(jobChanges.jobId, job.id))
    .limit(1);
  return change && until;
}

/**
 * Undoes a change of items as a job of its own, within 24 hours of its end.
 * @throws 404 for an absent job, 403 for another producer's; 409 while it is running, and if nothing can be undone
 */
export const requestItemChangeUndo = (ctx: Ctx, input: { jobId: string }): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const job = await lockedJob(ctx, input.jobId);
    if (job.endedAt === null)
      throw conflict("job-running", `Job ${job.id} is running. Cancel it, or wait until it ends.`);
    if (!(await undoableUntil(ctx, job)))
      throw conflict("nothing-to-undo", `Job ${job.id} has no changes that can be undone.`);
    const total = await ctx.db.$count(jobChanges, eq(jobChanges.jobId, job.id));
    return requestJob(ctx, { kind: "itemChangeUndo", input, name: job.name, total }, (ctx) =>
      itemChangeUndoBatch(ctx, input),
    );
  });
