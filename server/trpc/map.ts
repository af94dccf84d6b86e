import { cellsOf } from "@/server/domain/stats/cells";
import { countsByCountry, countsByDay } from "@/server/domain/stats/map-counts";
import { CellsQuery, MapQuery } from "@/server/domain/stats/map-query";
import { everybody, ownScope } from "@/server/domain/stats/scope";
import { adminProcedure, router, viewerProcedure } from "./init";

/** Where scans of all producers' items were made. */
const everybodysMapRouter = router({
  cells: adminProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, everybody(ctx), input)),

  countries: adminProcedure
    .input(MapQuery)
    .query(({ ctx, input }) => countsByCountry(ctx, everybody(ctx), input.days)),

  days: adminProcedure.input(MapQuery).query(({ ctx, input }) => countsByDay(ctx, everybody(ctx), input)),
});

/** Where scans of the producer's items were made. */
export const mapRouter = router({
  everybody: everybodysMapRouter,

  cells: viewerProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, ownScope(ctx), input)),

  countries: viewerProcedure
    .input(MapQuery)
    .query(({ ctx, input }) => countsByCountry(ctx, ownScope(ctx), input.days)),

  days: viewerProcedure.input(MapQuery).query(({ ctx, input }) => countsByDay(ctx, ownScope(ctx), input)),
});
