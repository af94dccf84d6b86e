import { z } from "zod";
import { activeItemsOf } from "@/server/domain/stats/active-items";
import { countriesOf, groupsOf, systemsOf } from "@/server/domain/stats/by-facet";
import { itemsWithMostFakes } from "@/server/domain/stats/by-item";
import { StatsCountry, StatsRange, Zone } from "@/server/domain/stats/schema";
import { allProducers, ownScope } from "@/server/domain/stats/scope";
import { totalsOf } from "@/server/domain/stats/totals";
import { trendOf } from "@/server/domain/stats/trend";
import { adminProcedure, router, viewerProcedure } from "@/server/trpc/init";

const InRange = z.object({ range: StatsRange });
const InCountry = InRange.extend({ country: StatsCountry.optional() });
const InZone = InCountry.extend({ zone: Zone });

/** Statistics of the scans of the chosen producer's items. */
export const statsRouter = router({
  totals: viewerProcedure
    .input(InCountry)
    .query(({ ctx, input }) => totalsOf(ctx, ownScope(ctx), input.range, input.country)),
  trend: viewerProcedure.input(InZone).query(({ ctx, input }) => trendOf(ctx, ownScope(ctx), input)),
  countries: viewerProcedure
    .input(InRange)
    .query(({ ctx, input }) => countriesOf(ctx, ownScope(ctx), input.range)),
  systems: viewerProcedure
    .input(InRange)
    .query(({ ctx, input }) => systemsOf(ctx, ownScope(ctx), input.range)),
  groups: viewerProcedure.input(InRange).query(({ ctx, input }) => groupsOf(ctx, ownScope(ctx), input.range)),
  items: viewerProcedure
    .input(InCountry)
    .query(({ ctx, input }) => itemsWithMostFakes(ctx, ownScope(ctx), input.range, input.country)),
  activeItems: viewerProcedure
    .input(InRange)
    .query(({ ctx, input }) => activeItemsOf(ctx, ownScope(ctx), input.range)),
});

/** Statistics of the scans of all producers, for admins. */
export const allStatsRouter = router({
  totals: adminProcedure
    .input(InCountry)
    .query(({ ctx, input }) => totalsOf(ctx, allProducers(ctx), input.range, input.country)),
  trend: adminProcedure.input(InZone).query(({ ctx, input }) => trendOf(ctx, allProducers(ctx), input)),
  countries: adminProcedure
    .input(InRange)
    .query(({ ctx, input }) => countriesOf(ctx, allProducers(ctx), input.range)),
  systems: adminProcedure
    .input(InRange)
    .query(({ ctx, input }) => systemsOf(ctx, allProducers(ctx), input.range)),
  activeItems: adminProcedure
    .input(InRange)
    .query(({ ctx, input }) => activeItemsOf(ctx, allProducers(ctx), input.range)),
});
