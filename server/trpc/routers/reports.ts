import { PageByUuid } from "@/server/data/keyset";
import { listReports } from "@/server/domain/reports/list";
import { ReportFilter } from "@/server/domain/reports/schema";
import { router, viewerProcedure } from "@/server/trpc/init";

export const reportsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: ReportFilter.default({}) }))
    .query(({ ctx, input }) => listReports(ctx, input.filter, input)),
});
