import { z } from "zod";
import { PageByUuid } from "@/server/data/keyset";
import { CodeMark } from "@/server/domain/code-patterns/schema";
import {
  listSightedIdentifiers,
  SightedFilter,
  SightedSort,
  totalOfSightedIdentifiers,
} from "@/server/domain/sightings/identifiers";
import {
  listAllSightings,
  listSightings,
  SightingFilter,
  SightingSort,
  totalOfSightings,
} from "@/server/domain/sightings/list";
import { markCode } from "@/server/domain/sightings/mark";
import { adminProcedure, editorProcedure, router, viewerProcedure } from "@/server/trpc/init";

const Input = PageByUuid.extend({ filter: SightingFilter.default({}), sort: SightingSort });

export const sightingsRouter = router({
  /** Sightings that concern the producer. */
  list: viewerProcedure.input(Input).query(({ ctx, input }) => listSightings(ctx, input.filter, input)),

  /** Sighted identifiers that concern the producer, each once, with counts and places. */
  identifiers: viewerProcedure
    .input(PageByUuid.extend({ filter: SightedFilter.default({}), sort: SightedSort }))
    .query(({ ctx, input }) => listSightedIdentifiers(ctx, input.filter, input)),

  total: viewerProcedure
    .input(z.object({ filter: SightingFilter.default({}) }))
    .query(({ ctx, input }) => totalOfSightings(ctx, input.filter)),

  totalOfIdentifiers: viewerProcedure
    .input(z.object({ filter: SightedFilter.default({}) }))
    .query(({ ctx, input }) => totalOfSightedIdentifiers(ctx, input.filter)),

  /** Dismisses a code, marks it as counterfeit, or opens it again. */
  mark: editorProcedure.input(CodeMark).mutation(({ ctx, input }) => markCode(ctx, input)),

  listAll: adminProcedure.input(Input).query(({ ctx, input }) => listAllSightings(ctx, input.filter, input)),
});
