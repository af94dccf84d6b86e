import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { listReports } from "@/server/domain/reports/list";
import { readReportPhoto } from "@/server/domain/reports/photo";
import { ReportFilter } from "@/server/domain/reports/schema";
import { router, viewerProcedure } from "@/server/trpc/init";

export const reportsRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: ReportFilter.default({}) }))
    .query(({ ctx, input }) => listReports(ctx, input.filter, input)),

  /** The photo of a report, as base64. */
  photo: viewerProcedure
    .input(z.object({ id: z.string() }))
    .query(({ ctx, input }) => readReportPhoto(ctx, input.id)),
});
