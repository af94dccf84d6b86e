import { PageByUuid } from "@/server/data/keyset";
import { listSightedIdentifiers, SightedFilter } from "@/server/domain/sightings/identifiers";
import { listAllSightings, listSightings, SightingFilter } from "@/server/domain/sightings/list";
import { adminProcedure, router, viewerProcedure } from "@/server/trpc/init";

const Input = PageByUuid.extend({ filter: SightingFilter.default({}) });

export const sightingsRouter = router({
  /** Sightings that concern the producer. */
  list: viewerProcedure.input(Input).query(({ ctx, input }) => listSightings(ctx, input.filter, input)),

  /** Sighted identifiers that concern the producer, each once, with counts and places. */
  identifiers: viewerProcedure
    .input(PageByUuid.extend({ filter: SightedFilter.default({}) }))
    .query(({ ctx, input }) => listSightedIdentifiers(ctx, input.filter, input)),

  listAll: adminProcedure.input(Input).query(({ ctx, input }) => listAllSightings(ctx, input.filter, input)),
});
