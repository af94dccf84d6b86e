import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { assessmentOf } from "@/server/domain/assessments/read";
import { ScanFilter } from "@/server/domain/scans/filter";
import { listScans, ScanSort } from "@/server/domain/scans/list";
import { neighboursOf } from "@/server/domain/scans/neighbours";
import { getScan } from "@/server/domain/scans/read";
import { totalOfScans } from "@/server/domain/scans/total";
import { scanDetail } from "@/server/trpc/details";
import { router, viewerProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });

export const scansRouter = router({
  list: viewerProcedure
    .input(PageByUuid.extend({ filter: ScanFilter.default({}), sort: ScanSort }))
    .query(({ ctx, input }) => listScans(ctx, input.filter, input)),

  total: viewerProcedure
    .input(z.object({ filter: ScanFilter.default({}) }))
    .query(({ ctx, input }) => totalOfScans(ctx, input.filter)),

  get: viewerProcedure.input(ById).query(async ({ ctx, input }) => scanDetail(await getScan(ctx, input.id))),

  /** The service's own assessment of the scan. */
  assessment: viewerProcedure.input(ById).query(({ ctx, input }) => assessmentOf(ctx, input.id)),

  /** Scans of the same item and of the same device, shortly before and after this one. */
  neighbours: viewerProcedure.input(ById).query(({ ctx, input }) => neighboursOf(ctx, input.id)),
});
