import { checklistOf } from "@/server/domain/overview/checklist";
import { listScans } from "@/server/domain/scans/list";
import { router, viewerProcedure } from "@/server/trpc/init";

const LATEST_SCANS = 10;

export const overviewRouter = router({
  checklist: viewerProcedure.query(({ ctx }) => checklistOf(ctx)),

  latestScans: viewerProcedure.query(
    async ({ ctx }) => (await listScans(ctx, {}, { cursor: undefined, limit: LATEST_SCANS })).entries,
  ),
});
