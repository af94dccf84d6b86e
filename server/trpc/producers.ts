import { z } from "zod";
import { createProducer } from "@/server/domain/producers/create";
import { Held, holderOf } from "@/server/domain/producers/holder-of";
import { listProducers } from "@/server/domain/producers/list";
import { ProducerName } from "@/server/domain/producers/schema";
import { ownProducer, renameProducer } from "@/server/domain/producers/settings";
import { Fragment } from "@/server/domain/shared/fragment";
import { PageByUuid } from "@/server/domain/shared/keyset";
import { adminProcedure, ownerProcedure, router, signedInProcedure, viewerProcedure } from "./init";

export const producersRouter = router({
  /** The chosen one: name, quota in bytes, and how much of it contents and images of scans take. */
  current: viewerProcedure.query(({ ctx }) => ownProducer(ctx)),

  /** Which of the caller's producers has the object; null where none of them has, whatever others have. */
  holderOf: signedInProcedure
    .input(Held)
    .query(async ({ ctx, input }) => (await holderOf(ctx, ctx.signedIn.person.id, input)) ?? null),

  rename: ownerProcedure
    .input(z.object({ name: ProducerName }))
    .mutation(({ ctx, input }) => renameProducer(ctx, input.name)),

  list: adminProcedure
    .input(PageByUuid.extend({ search: Fragment.optional() }))
    .query(({ ctx, input }) => listProducers(ctx, input, input)),

  /** The secrets of its first token and owner key are told this once. */
  create: adminProcedure
    .input(z.object({ name: ProducerName }))
    .mutation(({ ctx, input }) => createProducer(ctx, input.name)),
});
