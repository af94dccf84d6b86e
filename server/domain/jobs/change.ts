import { and, eq, isNull } from "drizzle-orm";
import type { AuditEventName } from "@/db/schema/audit-events";
import { type Job, jobs } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedJob } from "./read";

const record = (ctx: Ctx, action: AuditEventName, { producerId, id, name }: Job) =>
  recordAuditEvent(ctx, action, { producerId, id, name });

/**
 * Cancels a running job. The batch in progress is undone, earlier batches stay. Has no effect on a job that has ended.
 * @throws 404 if absent, 403 if another producer's
 */
export const cancelJob = (ctx: Ctx, id: string): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const job = await ownedJob(ctx, id);
    const [cancelled] = await ctx.db
      .update(jobs)
      .set({ state: "cancelled", endedAt: new Date(), lease: null, leasedUntil: null })
      .where(and(eq(jobs.id, job.id), isNull(jobs.endedAt)))
      .returning();
    if (!cancelled) return ownedJob(ctx, id);
    await record(ctx, "jobCancelled", cancelled);
    return cancelled;
  });

/**
 * Continues a failed job at its last batch.
 * @throws 404 if absent, 403 if another producer's, 409 if it has not failed
 */
export const retryJob = (ctx: Ctx, id: string): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const job = await ownedJob(ctx, id);
    const retried = await ctx.db
      .update(jobs)
      .set({ state: "running", endedAt: null, error: null, errorCode: null, attempts: 0, turnAt: new Date() })
      .where(and(eq(jobs.id, job.id), eq(jobs.state, "failed")))
      .returning();
    if (retried.length === 0) throw conflict("job-not-failed", `Job ${id} has not failed.`);
    await record(ctx, "jobRetried", job);
    return only(retried);
  });
