import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { JsonObject } from "@/db/json";
import { type Job, jobs } from "@/db/schema/jobs";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { type Page, type Paged, readPage } from "@/server/data/paging";
import { isId } from "@/server/platform/ids";
import { INPUT_WITHOUT_SELECTION } from "./progress";

/** The columns of a job in lists: without the selected ids and the refused pieces, which may be many. */
const listed = {
  ...getTableColumns(jobs),
  input: INPUT_WITHOUT_SELECTION.mapWith(jobs.input),
  result: sql<JsonObject>`${jobs.result} - 'refusals'`.mapWith(jobs.result),
};

const ofCaller = (ctx: Ctx) => eq(jobs.producerId, callingProducer(ctx).producerId);

/** Lists the caller's jobs, newest first. */
export const listJobs = (ctx: Ctx, page: KeysetPage): Promise<Listed<Job>> =>
  readKeyset<Job>(ctx, page, (ctx) => ({
    time: jobs.requestedAt,
    id: jobs.id,
    keyOf: ({ requestedAt, id }) => ({ at: requestedAt, id }),
    read: (range, order, limit) =>
      ctx.db
        .select(listed)
        .from(jobs)
        .where(and(ofCaller(ctx), range))
        .orderBy(...order)
        .limit(limit),
  }));

/** Lists the caller's jobs in pages by timestamp, newest first. */
export const pageJobs = (ctx: Ctx, page: Page): Promise<Paged<Job>> =>
  readPage<Job>(ctx, page, (ctx) => ({
    time: jobs.requestedAt,
    timeOf: ({ requestedAt }) => requestedAt,
    rankOf: ({ id }) => id,
    read: (range, order) =>
      ctx.db
        .select(listed)
        .from(jobs)
        .where(and(ofCaller(ctx), range))
        .orderBy(order),
  }));

/** Lists the caller's running jobs, newest first. */
export const listRunningJobs = (ctx: Ctx): Promise<Job[]> =>
  ctx.db
    .select(listed)
    .from(jobs)
    .where(and(ofCaller(ctx), isNull(jobs.endedAt)))
    .orderBy(desc(jobs.requestedAt), desc(jobs.id));

/**
 * Reads one of the caller's jobs.
 * @throws 404 if absent, 403 if another producer's
 */
export async function ownedJob(ctx: Ctx, id: string): Promise<Job> {
  const { producerId } = callingProducer(ctx);
  const [job] = isId(id) ? await ctx.db.select().from(jobs).where(eq(jobs.id, id)) : [];
  if (!job) throw notFound("job-not-found", `There is no job ${id}.`);
  if (job.producerId !== producerId)
    throw forbidden("job-of-another-producer", `Job ${id} belongs to another producer.`);
  return job;
}

/**
 * Locks one of the caller's jobs, so that it is neither retried nor undone meanwhile.
 * @throws 404 if absent, 403 if another producer's
 */
export async function lockedJob(ctx: Ctx, id: string): Promise<Job> {
  const job = await ownedJob(ctx, id);
  const [locked = job] = await ctx.db.select().from(jobs).where(eq(jobs.id, job.id)).for("no key update");
  return locked;
}
