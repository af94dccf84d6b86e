import { totalsOfArea } from "@/server/domain/stats/area";
import { fakesOfArea } from "@/server/domain/stats/area-fakes";
import { suspectsIn } from "@/server/domain/stats/area-suspects";
import { daysOf } from "@/server/domain/stats/by-day";
import { countriesOf } from "@/server/domain/stats/by-facet";
import { cellsOf } from "@/server/domain/stats/cells";
import { AreaQuery, CellsQuery, MapQuery } from "@/server/domain/stats/map-query";
import { rangeOf } from "@/server/domain/stats/map-terms";
import { allProducers, ownScope } from "@/server/domain/stats/scope";
import { adminProcedure, editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

/** Places and days of the scans of the chosen producer's items. */
export const mapRouter = router({
  cells: viewerProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, ownScope(ctx), input)),
  days: viewerProcedure.input(MapQuery).query(({ ctx, input }) => daysOf(ctx, ownScope(ctx), input)),
  /** Of all countries, whichever one the map shows. */
  countries: viewerProcedure
    .input(MapQuery)
    .query(({ ctx, input: { days, group } }) => countriesOf(ctx, ownScope(ctx), rangeOf(days), group)),
  area: viewerProcedure.input(AreaQuery).query(({ ctx, input }) => totalsOfArea(ctx, ownScope(ctx), input)),
  areaFakes: viewerProcedure
    .input(AreaQuery)
    .query(({ ctx, input }) => fakesOfArea(ctx, ownScope(ctx), input)),
  /** The scans of an area that a case may be about. */
  suspects: editorProcedure.input(AreaQuery).query(({ ctx, input }) => suspectsIn(ctx, input)),
});

const hasNoGroup = ({ group }: MapQuery) => group === undefined;
const ABSENT = { path: ["group"], message: "must be absent: all producers share no groups" };

/** Places and days of the scans of all producers, for admins. */
export const allMapRouter = router({
  cells: adminProcedure
    .input(CellsQuery.refine(hasNoGroup, ABSENT))
    .query(({ ctx, input }) => cellsOf(ctx, allProducers(ctx), input)),
  days: adminProcedure
    .input(MapQuery.refine(hasNoGroup, ABSENT))
    .query(({ ctx, input }) => daysOf(ctx, allProducers(ctx), input)),
  countries: adminProcedure
    .input(MapQuery.refine(hasNoGroup, ABSENT))
    .query(({ ctx, input: { days } }) => countriesOf(ctx, allProducers(ctx), rangeOf(days))),
  area: adminProcedure
    .input(AreaQuery.refine(hasNoGroup, ABSENT))
    .query(({ ctx, input }) => totalsOfArea(ctx, allProducers(ctx), input)),
});
