import { daysOf } from "@/server/domain/stats/by-day";
import { cellsOf } from "@/server/domain/stats/cells";
import { CellsQuery, MapQuery } from "@/server/domain/stats/map-query";
import { allProducers, ownScope } from "@/server/domain/stats/scope";
import { adminProcedure, router, viewerProcedure } from "@/server/trpc/init";

/** Where and when scans of the chosen producer's items were made. */
export const mapRouter = router({
  cells: viewerProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, ownScope(ctx), input)),
  days: viewerProcedure.input(MapQuery).query(({ ctx, input }) => daysOf(ctx, ownScope(ctx), input)),
});

/** The same of all producers together, for admins. */
export const allMapRouter = router({
  cells: adminProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, allProducers(ctx), input)),
  days: adminProcedure.input(MapQuery).query(({ ctx, input }) => daysOf(ctx, allProducers(ctx), input)),
});
