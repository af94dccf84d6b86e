import { concernsOf, linksOfConcern } from "@/server/domain/concerns/concerns";
import { OneConcern } from "@/server/domain/concerns/schema";
import { checklistOf } from "@/server/domain/overview/checklist";
import { listScans } from "@/server/domain/scans/list";
import { router, viewerProcedure } from "@/server/trpc/init";

const LATEST_SCANS = 10;

export const overviewRouter = router({
  checklist: viewerProcedure.query(({ ctx }) => checklistOf(ctx)),

  concerns: viewerProcedure.query(({ ctx }) => concernsOf(ctx)),

  concernLinks: viewerProcedure.input(OneConcern).query(({ ctx, input }) => linksOfConcern(ctx, input.key)),

  latestScans: viewerProcedure.query(
    async ({ ctx }) => (await listScans(ctx, {}, { cursor: undefined, limit: LATEST_SCANS })).entries,
  ),
});
