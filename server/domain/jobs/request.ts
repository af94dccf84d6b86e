import { and, eq, isNull } from "drizzle-orm";
import { type Job, type JobKind, jobs } from "@/db/schema/jobs";
import { type Ctx, callingProducer, inTransaction, isInTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { stored } from "@/server/domain/shared/json";
import { newId } from "@/server/platform/ids";
import { afterBatch, type Step } from "./progress";
import type { JobInput } from "./schema";

/** Open jobs of one producer. */
export const MAX_OPEN_JOBS = 100;
const MAX_NAME_CHARACTERS = 300;

interface NewJob<Kind extends JobKind> {
  kind: Kind;
  input: JobInput<Kind>;
  /** The object's name, for lists. */
  name: string;
  /** The number of pieces, if it is known. */
  total: number | null;
}

/** Concurrent requests may exceed the limit by a few. @throws 409 */
export async function refuseTooManyOpen({ db }: Ctx, producerId: string): Promise<void> {
  const open = and(eq(jobs.producerId, producerId), isNull(jobs.endedAt));
  if ((await db.$count(jobs, open)) > MAX_OPEN_JOBS)
    throw conflict("too-many-jobs", `${MAX_OPEN_JOBS} jobs are running. Wait until one ends, or cancel one.`);
}

/**
 * Stores a job of the calling producer and does its first batch at once, in the same transaction: small work is done when the
 * call returns. Further batches run in the background on behalf of the caller.
 * @throws refusals of the batch, and 409 with too many open jobs
 */
export async function requestJob<Kind extends JobKind>(
  ctx: Ctx,
  { kind, input, name, total }: NewJob<Kind>,
  firstBatch: (ctx: Ctx, jobId: string) => Promise<Step>,
): Promise<Job> {
  const { job, afterCommit } = await inTransaction(ctx, async (ctx) => {
    const { producerId, actor } = callingProducer(ctx);
    const now = new Date();
    const id = newId(now.getTime());
    const begun = { done: 0, result: {} };
    await ctx.db.insert(jobs).values({
      ...begun,
      id,
      producerId,
      kind,
      input: stored(input),
      name: name.slice(0, MAX_NAME_CHARACTERS).toWellFormed(),
      actorType: actor.type,
      actorId: actor.id,
      actorName: actor.name,
      state: "running",
      total,
      requestedAt: now,
      turnAt: now,
    });
    const { afterCommit, ...step } = await firstBatch(ctx, id);
    const first = afterBatch(begun, step);
    if (first.state === "running") await refuseTooManyOpen(ctx, producerId);
    const job = only(await ctx.db.update(jobs).set(first).where(eq(jobs.id, id)).returning());
    return { job, afterCommit };
  });
  // The caller's transaction is not committed yet, and may never be.
  if (!isInTransaction(ctx)) await afterCommit?.();
  return job;
}
