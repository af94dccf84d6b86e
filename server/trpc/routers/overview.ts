import { z } from "zod";
import { concernsOf, linksOfConcern } from "@/server/domain/concerns/concerns";
import { ConcernSpan, OneConcern } from "@/server/domain/concerns/schema";
import { checklistOf } from "@/server/domain/overview/checklist";
import { listScans } from "@/server/domain/scans/list";
import { router, viewerProcedure } from "@/server/trpc/init";

const LATEST_SCANS = 10;

export const overviewRouter = router({
  checklist: viewerProcedure.query(({ ctx }) => checklistOf(ctx)),

  concerns: viewerProcedure
    .input(z.object({ range: ConcernSpan }))
    .query(({ ctx, input }) => concernsOf(ctx, input.range)),

  concernLinks: viewerProcedure.input(OneConcern).query(({ ctx, input }) => linksOfConcern(ctx, input)),

  latestScans: viewerProcedure.query(
    async ({ ctx }) => (await listScans(ctx, {}, { cursor: undefined, limit: LATEST_SCANS })).entries,
  ),
});
