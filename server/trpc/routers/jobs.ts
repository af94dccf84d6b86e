import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { requestItemChangeUndo, undoableUntil } from "@/server/domain/item-changes/undo";
import { cancelJob } from "@/server/domain/jobs/change";
import { listJobs, listRunningJobs, ownedJob } from "@/server/domain/jobs/read";
import { retryJob } from "@/server/domain/jobs/retry";
import { shownJob } from "@/server/domain/jobs/view";
import { editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });

export const jobsRouter = router({
  list: viewerProcedure.input(PageByUuid).query(async ({ ctx, input }) => {
    const { entries, nextCursor } = await listJobs(ctx, input);
    return { entries: entries.map(shownJob), nextCursor };
  }),
  running: viewerProcedure.query(async ({ ctx }) => (await listRunningJobs(ctx)).map(shownJob)),
  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => {
    const job = await ownedJob(ctx, input.id);
    const { hookId, importId, jobId } = job.input;
    return {
      ...shownJob(job),
      hookId,
      importId,
      batchId: job.result.batchId,
      jobId,
      undoableUntil: (await undoableUntil(ctx, job)) ?? null,
    };
  }),
  cancel: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await cancelJob(ctx, input.id))),
  /** Undoes a change of items. */
  undo: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await requestItemChangeUndo(ctx, { jobId: input.id }))),
  retry: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await retryJob(ctx, input.id))),
});
