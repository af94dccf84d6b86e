import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { assessmentOf } from "@/server/domain/assessments/read";
import { decidePattern } from "@/server/domain/code-patterns/decide";
import { listContestedPatterns } from "@/server/domain/code-patterns/list-contested";
import { PatternDecision } from "@/server/domain/code-patterns/schema";
import { openScanAsAdmin, openScansAsAdmin, producerOfFilter } from "@/server/domain/producers/open-as-admin";
import { listUnclaimedReports } from "@/server/domain/reports/list";
import { readUnclaimedReportPhoto } from "@/server/domain/reports/photo";
import { ScanFilter } from "@/server/domain/scans/filter";
import { listScans } from "@/server/domain/scans/list";
import { listAllScans, withProducers } from "@/server/domain/scans/list-all";
import { neighboursOf } from "@/server/domain/scans/neighbours";
import { getScan } from "@/server/domain/scans/read";
import { listUnclaimedIdentifiers, SightedFilter } from "@/server/domain/sightings/identifiers";
import { listUnclaimedSightings, SightingFilter } from "@/server/domain/sightings/list";
import { scanDetail } from "@/server/trpc/details";
import { adminProcedure } from "@/server/trpc/init";

const ById = z.object({ id: z.string() });

/** Scans of all producers, and unregistered codes that concern none, for admins. */
export const scansForAdmins = {
  /** Scans of all producers, or of the producer that the filter names directly or by an item or group. */
  scans: adminProcedure
    .input(PageByUuid.extend({ filter: ScanFilter.extend({ producer: z.guid().optional() }).default({}) }))
    .query(async ({ ctx, input }) => {
      const { producer: _, ...filter } = input.filter;
      const producerId = await producerOfFilter(ctx, input.filter);
      const isOfNoProducer = producerId === undefined && (filter.item ?? filter.group) !== undefined;
      if (isOfNoProducer) return { entries: [], nextCursor: null };
      const { entries, nextCursor } =
        producerId === undefined
          ? await listAllScans(ctx, filter, input)
          : await listScans(await openScansAsAdmin(ctx, producerId), filter, input);
      return { entries: await withProducers(ctx, entries), nextCursor };
    }),

  scan: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => scanDetail(await getScan(await openScanAsAdmin(ctx, id), id))),

  assessment: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => assessmentOf(await openScanAsAdmin(ctx, id), id)),

  neighbours: adminProcedure
    .input(ById)
    .query(async ({ ctx, input: { id } }) => neighboursOf(await openScanAsAdmin(ctx, id), id)),

  /** Claims of codes that wait for a decision. */
  contestedPatterns: adminProcedure.query(({ ctx }) => listContestedPatterns(ctx)),

  decidePattern: adminProcedure
    .input(PatternDecision.extend(ById.shape))
    .mutation(({ ctx, input: { id, ...decision } }) => decidePattern(ctx, id, decision)),

  /** Scanned identifiers that no item has and that no producer claims. */
  unclaimedCodes: adminProcedure
    .input(PageByUuid.extend({ filter: SightedFilter.default({}) }))
    .query(({ ctx, input }) => listUnclaimedIdentifiers(ctx, input.filter, input)),

  unclaimedSightings: adminProcedure
    .input(PageByUuid.extend({ filter: SightingFilter.default({}) }))
    .query(({ ctx, input }) => listUnclaimedSightings(ctx, input.filter, input)),

  unclaimedReportPhoto: adminProcedure
    .input(ById)
    .query(({ ctx, input }) => readUnclaimedReportPhoto(ctx, input.id)),

  unclaimedReports: adminProcedure
    .input(PageByUuid)
    .query(({ ctx, input }) => listUnclaimedReports(ctx, input)),
};
