import { daysOf } from "@/server/domain/stats/by-day";
import { cellsOf } from "@/server/domain/stats/cells";
import { CellsQuery, MapQuery } from "@/server/domain/stats/map-query";
import { allProducers, ownScope } from "@/server/domain/stats/scope";
import { adminProcedure, router, viewerProcedure } from "@/server/trpc/init";

/** Places and days of the scans of the chosen producer's items. */
export const mapRouter = router({
  cells: viewerProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, ownScope(ctx), input)),
  days: viewerProcedure.input(MapQuery).query(({ ctx, input }) => daysOf(ctx, ownScope(ctx), input)),
});

/** Places and days of the scans of all producers, for admins. */
export const allMapRouter = router({
  cells: adminProcedure.input(CellsQuery).query(({ ctx, input }) => cellsOf(ctx, allProducers(ctx), input)),
  days: adminProcedure.input(MapQuery).query(({ ctx, input }) => daysOf(ctx, allProducers(ctx), input)),
});
