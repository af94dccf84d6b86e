import { PageByUuid } from "@/server/domain/shared/keyset";
import { listAllSightings, listSightings, SightingFilter } from "@/server/domain/sightings/list";
import { adminProcedure, router, viewerProcedure } from "./init";

const Input = PageByUuid.extend({ filter: SightingFilter.default({}) });

export const sightingsRouter = router({
  /** Those that concern the producer. */
  list: viewerProcedure.input(Input).query(({ ctx, input }) => listSightings(ctx, input.filter, input)),

  listAll: adminProcedure.input(Input).query(({ ctx, input }) => listAllSightings(ctx, input.filter, input)),
});
