import { and, asc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import { type Group, groups } from "@/db/schema/groups";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { PageByUuid } from "@/server/data/keyset";
import { cursorOf } from "@/server/data/order";
import { restorePlanning } from "@/server/data/restore-planning";
import type { Refused, Step } from "@/server/domain/jobs/progress";
import { requestJob } from "@/server/domain/jobs/request";
import { type Count, countAll, freezeSelection } from "@/server/domain/shared/count";
import { deleteLocked, MEMBER_BATCH_SIZE } from "./delete";
import { findGroups } from "./list";
import type { GroupFilter, GroupsDeletion } from "./schema";

const BATCH_SIZE = 50;

/** Counts the caller's groups that match a filter. */
export const countGroups = (ctx: Ctx, filter: GroupFilter): Promise<Count> =>
  countAll(ctx, PageByUuid, (page) => findGroups(ctx, filter, page));

/** The caller's groups among the given ones, locked in one order against deadlocks. */
async function lockGroups(ctx: Ctx, ids: string[]): Promise<Map<string, Group>> {
  const found = await ctx.db
    .select()
    .from(groups)
    .where(and(inArray(groups.id, ids), eq(groups.producerId, callingProducer(ctx).producerId)))
    .orderBy(asc(groups.id))
    .for("update");
  return new Map(found.map((group) => [group.id, group]));
}

const Position = z.object({ at: z.number() }).nullable();
const Reached = z.object({ after: z.string().nullable() }).nullable();

/** The next selected groups, and where the batch after `done` of them begins. */
interface Next {
  ids: string[];
  after(done: number): JsonObject | null;
}

async function nextGroups(ctx: Ctx, selection: GroupsDeletion["selection"], cursor: unknown): Promise<Next> {
  if ("ids" in selection) {
    const all = [...new Set(selection.ids)];
    const at = Position.parse(cursor)?.at ?? 0;
    return {
      ids: all.slice(at, at + BATCH_SIZE),
      after: (done) => (at + done < all.length ? { at: at + done } : null),
    };
  }
  const reached = Reached.parse(cursor)?.after ?? null;
  const page = { cursor: PageByUuid.shape.cursor.parse(reached), limit: BATCH_SIZE };
  const { entries, nextCursor } = await findGroups(ctx, selection.filter, page);
  await restorePlanning(ctx);
  const ends = [reached, ...entries.map(({ createdAt, id }) => cursorOf({ at: createdAt, id }))];
  return {
    ids: entries.map(({ id }) => id),
    after: (done) => {
      if (done < entries.length) return { after: ends[done] ?? null };
      return nextCursor === null ? null : { after: nextCursor };
    },
  };
}

/** Deletes the next selected groups of a job, and releases at most `MEMBER_BATCH_SIZE` items: the rest of a large group follows. */
export async function groupsDeletionBatch(
  ctx: Ctx,
  { selection }: GroupsDeletion,
  cursor: unknown,
): Promise<Step> {
  const { ids, after } = await nextGroups(ctx, selection, cursor);
  const found = await lockGroups(ctx, ids);
  const refusals: Refused[] = [];
  let [done, deleted, released] = [0, 0, 0];
  for (const id of ids) {
    const group = found.get(id);
    if (group) {
      const step = await deleteLocked(ctx, group, MEMBER_BATCH_SIZE - released);
      released += step.done;
      if (!step.isDeleted) break;
      deleted++;
    } else if ("ids" in selection) refusals.push({ id, code: "group-not-found" });
    done++;
  }
  return { cursor: after(done), done, counts: { deleted }, refusals };
}

/** Deletes groups as a job: few at once, many in the background. Their items are kept. */
export async function requestGroupsDeletion(ctx: Ctx, asked: GroupsDeletion): Promise<Job> {
  const { selection, name, total } = await freezeSelection(asked.selection, (filter) =>
    countGroups(ctx, filter),
  );
  const job = { kind: "groupsDeletion", input: { selection }, name, total } as const;
  return requestJob(ctx, job, (ctx) => groupsDeletionBatch(ctx, { selection }, null));
}
