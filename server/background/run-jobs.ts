import { and, eq, isNull, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { jobs } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { refusalIn } from "@/server/core/errors";
import { isStoreFault } from "@/server/core/outage";
import { within } from "@/server/core/within";
import { afterBatch, afterPart, type DividedBatch, type Part } from "@/server/domain/jobs/progress";
import { isOutage } from "@/server/loops/fault";
import type { Loop, Run } from "@/server/loops/loop";
import { restAfter } from "@/server/loops/rest";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";
import { log } from "@/server/platform/log";
import { beginSpan, failureIn } from "@/server/platform/traces";
import { type ClaimedJob, claimJob } from "./claim-job";
import { KINDS } from "./job-kinds";

/** Shorter than the lease, so that no other instance does the same batch meanwhile. */
const BATCH_TIMEOUT_MS = 30_000;
/** The end of a pass, so that the loop reports its success while jobs are running. */
const PASS_MS = 15_000;
/** A job fails after this many claims without a batch, so that one that ends the process does so no more than this often. */
const MAX_ATTEMPTS = 5;
/** Parts of a batch that are done at the same time, each on a connection. */
export const PARTS_AT_ONCE = 4;
/** After this time no further part begins, so that a slow machine ends the batch within its time. */
const PARTS_MS = 5_000;
const RETRY_DELAYS_SECONDS = [1, 5, 15, 30];
const OUTAGE_DELAY_SECONDS = 30;
const INTERNAL = { error: "The service could not do this. Its log has the reason.", errorCode: "internal" };

/** The job was cancelled, or another instance has claimed it. */
class LeaseLost extends Error {}

const FREE = { lease: null, leasedUntil: null };

const isClaimed = ({ id, lease }: ClaimedJob) =>
  and(eq(jobs.id, id), eq(jobs.lease, lease), isNull(jobs.endedAt));

const callerOf = ({ producerId, sandbox, actorType, actorId, actorName }: ClaimedJob): Ctx["caller"] => ({
  kind: "producer",
  producerId,
  sandbox,
  credential: actorType === "user" ? "session" : "token",
  actor: { type: actorType, id: actorId, name: actorName },
});

const ctxOf = ({ db, batchClient }: Run, job: ClaimedJob): Ctx => ({
  caller: callerOf(job),
  db,
  batchClient,
  requestId: `job ${job.id}`,
});

/** Changes a claimed job. @throws LeaseLost if it is claimed no longer */
async function changeClaimed(
  { db }: Pick<Ctx, "db">,
  job: ClaimedJob,
  change: PgUpdateSetSource<typeof jobs>,
): Promise<void> {
  const written = await db.update(jobs).set(change).where(isClaimed(job)).returning({ id: jobs.id });
  if (written.length === 0) throw new LeaseLost();
}

/** Does the next batch of a claimed job; batch and progress are one commit. A job that was cancelled meanwhile changes nothing. */
async function doBatch(run: Run, job: ClaimedJob): Promise<void> {
  const { afterCommit } = await inTransaction(ctxOf(run, job), async (ctx) => {
    const step = await KINDS[job.kind].batch(ctx, job);
    await changeClaimed(ctx, job, { ...FREE, ...afterBatch(job, step) });
    return step;
  });
  await afterCommit?.();
}

/** Does a part of a batch; part and progress are one commit. */
const doPart = (run: Run, job: ClaimedJob, part: Part): Promise<void> =>
  inTransaction(ctxOf(run, job), async (ctx) => {
    const step = await part.work(ctx);
    const [now] = await ctx.db
      .select({ done: jobs.done, result: jobs.result })
      .from(jobs)
      .where(isClaimed(job))
      .for("no key update");
    if (!now) throw new LeaseLost();
    await changeClaimed(ctx, job, afterPart(now, step));
  });

/** Does the parts of the next batch, some at the same time. */
async function doParts(run: Run, job: ClaimedJob, parts: DividedBatch): Promise<void> {
  const working = new Set<Promise<void>>();
  let cursor = job.cursor;
  const end = performance.now() + PARTS_MS;
  try {
    for await (const part of parts) {
      const work = doPart(run, job, part);
      working.add(work);
      work.then(
        () => working.delete(work),
        () => {},
      );
      cursor = part.cursor;
      if (working.size === PARTS_AT_ONCE) await Promise.race(working);
      if (performance.now() > end) break;
    }
  } finally {
    // Nothing is written any more when the job is put back.
    await Promise.allSettled(working);
  }
  await Promise.all(working);
  await changeClaimed(run, job, { ...FREE, cursor, attempts: 0 });
}

/** Does the next batch: in parts where the kind divides it, unless callers need the machine. */
async function doNext(run: Run, job: ClaimedJob, isBusy: () => boolean): Promise<void> {
  const divided = isBusy() ? undefined : await KINDS[job.kind].divide?.(ctxOf(run, job), job);
  await (divided ? doParts(run, job, divided) : doBatch(run, job));
}

/** Ends a job as failed, or lets it wait for its next attempt. */
async function putBack({ db }: Run, job: ClaimedJob, reason: unknown): Promise<void> {
  const refusal = refusalIn(reason);
  if (!refusal) log.error({ err: reason, job: job.id, kind: job.kind }, "a batch of a job failed");
  const failure = refusal ? { error: refusal.message, errorCode: refusal.code } : INTERNAL;
  const hasFailed = refusal || job.attempts >= MAX_ATTEMPTS;
  const delaySeconds = RETRY_DELAYS_SECONDS[job.attempts - 1] ?? 0;
  await db
    .update(jobs)
    .set(
      hasFailed
        ? { ...FREE, state: "failed", endedAt: new Date(), ...failure }
        : { lease: null, leasedUntil: sql`now() + make_interval(secs => ${delaySeconds})` },
    )
    .where(isClaimed(job));
}

/** Lets a job wait whose batch was ended by an outage, which is no attempt. */
const waitOut = ({ db }: Run, job: ClaimedJob) =>
  db
    .update(jobs)
    .set({
      lease: null,
      leasedUntil: sql`now() + make_interval(secs => ${OUTAGE_DELAY_SECONDS})`,
      attempts: job.attempts - 1,
    })
    .where(isClaimed(job));

async function attemptBatch(run: Run, job: ClaimedJob, isBusy: () => boolean): Promise<"left" | undefined> {
  const span = beginSpan(`job ${job.kind}`, { attributes: { "assay.job": job.id } });
  try {
    if (job.attempts > MAX_ATTEMPTS) throw new Error("The job ended its process at each attempt.");
    await within(BATCH_TIMEOUT_MS, doNext(run, job, isBusy), `The job ${job.id} did not finish a batch`);
    span?.end();
  } catch (reason) {
    span?.end({ failure: failureIn(reason) });
    if (reason instanceof LeaseLost) return "left";
    if (isOutage(reason)) {
      await waitOut(run, job).catch(() => {});
      throw reason;
    }
    if (isStoreFault(reason)) {
      log.warn(
        { err: reason, job: job.id, kind: job.kind },
        "the store of files could not serve a batch of a job",
      );
      await waitOut(run, job);
    } else await putBack(run, job, reason);
  }
  return undefined;
}

/**
 * Does one batch of each running job in turn (decision 0047). A job whose batch fails waits and holds up no other. While
 * callers need the machine, it rests for as long as it worked.
 */
export function runningJobs(isBusy: () => boolean = () => true): Loop<ClaimedJob> {
  let isCut = false;
  return {
    name: "runningJobs",
    intervalMs: 1_000,
    idleIntervalMs: IDLE_INTERVAL_MS,
    timeoutMs: 60_000,
    keyOf: ({ id }) => id,
    continues: () => isCut,
    async *batches(run) {
      const end = performance.now() + PASS_MS;
      while (!run.signal.aborted && performance.now() < end) {
        const began = performance.now();
        const job = await claimJob(run.db);
        if (!job) return;
        yield [job];
        if (isBusy()) await restAfter(began, run.signal);
      }
      isCut = true;
    },
    async work(run, claimed) {
      for (const job of claimed) return attemptBatch(run, job, isBusy);
      return undefined;
    },
  };
}
