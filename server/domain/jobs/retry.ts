import { and, eq, gte } from "drizzle-orm";
import { imports } from "@/db/schema/imports";
import { type Job, jobs } from "@/db/schema/jobs";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { refuseTooManyReserved } from "@/server/domain/codes/room";
import { ownedJob } from "./read";
import { refuseTooManyOpen } from "./request";
import { JOB_INPUTS } from "./schema";

/** Locks the import, so that no other job of it begins meanwhile. @throws 409 if a newer job is the import's */
async function refuseReplaced({ db }: Ctx, { id, producerId, input }: Job): Promise<void> {
  const { importId } = JOB_INPUTS.import.parse(input);
  const [of] = await db
    .select({ jobId: imports.jobId })
    .from(imports)
    .where(and(eq(imports.id, importId), eq(imports.producerId, producerId), eq(imports.state, "open")))
    .for("no key update");
  if (of?.jobId !== id)
    throw conflict("job-replaced", `Job ${id} is no longer the job of import ${importId}.`);
}

/** @throws 409 if an undo of the job was requested, even if that failed */
async function refuseUndone({ db }: Ctx, { id, producerId, requestedAt }: Job): Promise<void> {
  const undos = await db
    .select({ input: jobs.input })
    .from(jobs)
    .where(
      and(
        eq(jobs.producerId, producerId),
        gte(jobs.requestedAt, requestedAt),
        eq(jobs.kind, "itemChangeUndo"),
      ),
    );
  if (undos.some(({ input }) => input.jobId === id))
    throw conflict("job-undone", `The changes of job ${id} were undone, so it cannot continue.`);
}

/**
 * Continues a failed job at its last batch.
 * @throws 404 if absent, 403 if another producer's; 409 if it has not failed, if it was replaced or undone since, and with
 * too many open jobs or reserved codes
 */
export const retryJob = (ctx: Ctx, id: string): Promise<Job> =>
  inTransaction(ctx, async (ctx) => {
    const job = await ownedJob(ctx, id);
    // An import is locked before its job, as batches do.
    if (job.kind === "import" || job.kind === "importCheck") await refuseReplaced(ctx, job);
    const retried = await ctx.db
      .update(jobs)
      .set({ state: "running", endedAt: null, error: null, errorCode: null, attempts: 0, turnAt: new Date() })
      .where(and(eq(jobs.id, job.id), eq(jobs.state, "failed")))
      .returning();
    if (retried.length === 0) throw conflict("job-not-failed", `Job ${id} has not failed.`);
    // After the lock of the update, for which a request to undo the job waits.
    if (job.kind === "itemChange") await refuseUndone(ctx, job);
    if (job.kind === "codeGeneration" && job.input.reserved === true) await refuseTooManyReserved(ctx);
    await refuseTooManyOpen(ctx, job.producerId);
    const { producerId, name } = job;
    await recordAuditEvent(ctx, "jobRetried", { producerId, id, name });
    return only(retried);
  });
