import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { cancelJob, retryJob } from "@/server/domain/jobs/change";
import { listJobs, listRunningJobs, ownedJob } from "@/server/domain/jobs/read";
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
    return { ...shownJob(job), input: job.input };
  }),
  cancel: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await cancelJob(ctx, input.id))),
  retry: editorProcedure
    .input(ById)
    .mutation(async ({ ctx, input }) => shownJob(await retryJob(ctx, input.id))),
});
