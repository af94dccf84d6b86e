import { and, eq, isNull } from "drizzle-orm";
import { type Job, jobs } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { INPUT_WITHOUT_SELECTION } from "./progress";
import { ownedJob } from "./read";

/**
 * Cancels a running job. The batch in progress is undone, earlier batches stay. Has no effect on a job that has ended.
 * @throws 404 if absent, 403 if another producer's
 */
export const cancelJob = (ctx: Ctx, id: string): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const job = await ownedJob(ctx, id);
    const [cancelled] = await ctx.db
      .update(jobs)
      .set({
        state: "cancelled",
        endedAt: new Date(),
        lease: null,
        leasedUntil: null,
        input: INPUT_WITHOUT_SELECTION,
      })
      .where(and(eq(jobs.id, job.id), isNull(jobs.endedAt)))
      .returning();
    if (!cancelled) return ownedJob(ctx, id);
    const { producerId, name } = cancelled;
    await recordAuditEvent(ctx, "jobCancelled", { producerId, id, name });
    return cancelled;
  });
