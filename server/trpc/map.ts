import { callingProducer } from "@/server/ctx";
import { cellsOf } from "@/server/domain/stats/cells";
import { countsByCountry, countsByDay } from "@/server/domain/stats/map-counts";
import { CellsQuery, MapQuery } from "@/server/domain/stats/map-query";
import { router, viewerProcedure } from "./init";

/** Where scans of the producer's items were made. */
export const mapRouter = router({
  cells: viewerProcedure
    .input(CellsQuery)
    .query(({ ctx, input }) => cellsOf(ctx, callingProducer(ctx), input)),

  countries: viewerProcedure
    .input(MapQuery)
    .query(({ ctx, input }) => countsByCountry(ctx, callingProducer(ctx), input.days)),

  days: viewerProcedure
    .input(MapQuery)
    .query(({ ctx, input }) => countsByDay(ctx, callingProducer(ctx), input)),
});
