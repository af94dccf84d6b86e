import { z } from "zod";
import { forbidden } from "@/server/core/errors";
import { PageByUuid } from "@/server/data/keyset";
import { Fragment } from "@/server/data/text-search";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { Language } from "@/server/domain/people/schema";
import { Held, holderOf } from "@/server/domain/producers/holder-of";
import { listProducers } from "@/server/domain/producers/list";
import { openProducer } from "@/server/domain/producers/open";
import { requireSecondFactor } from "@/server/domain/producers/require-second-factor";
import { ProducerName } from "@/server/domain/producers/schema";
import { ownProducer, renameProducer, versionOfName } from "@/server/domain/producers/settings";
import { refuseInSandbox } from "@/server/domain/sandboxes/read";
import { Version } from "@/server/domain/shared/version";
import { readStorage } from "@/server/domain/storage/read";
import {
  adminProcedure,
  ownerProcedure,
  router,
  signedInProcedure,
  viewerProcedure,
} from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

export const producersRouter = router({
  /** The chosen producer: name, quota in bytes, and the bytes that contents and scan images use. */
  current: viewerProcedure.query(async ({ ctx }) => {
    const producer = await ownProducer(ctx);
    return { ...producer, version: versionOfName(producer) };
  }),

  /** Storage of the chosen producer by use, in bytes. */
  storage: viewerProcedure.query(async ({ ctx }) => readStorage(ctx, await ownProducer(ctx))),

  /** The caller's producer that has the object; null if none has, even if another producer does. */
  holderOf: signedInProcedure.input(Held).query(async ({ ctx, input }) => {
    const holder = await holderOf(ctx, ctx.signedIn.person.id, input);
    const membership = ctx.signedIn.memberships.find(({ producerId }) => producerId === holder?.id);
    return holder && !membership?.needsSecondFactor ? holder : null;
  }),

  /** A producer requires it only in a session in which the owner has proven one: others would shut themselves out. */
  requireSecondFactor: ownerProcedure
    .meta({ isSensitive: true })
    .input(z.object({ isRequired: z.boolean() }))
    .mutation(({ ctx, input }) => {
      refuseInSandbox(ctx);
      if (input.isRequired && !ctx.signedIn.session.hasSecondFactor)
        throw forbidden("own-factor-first", "Add a second factor to your own account first, or confirm it.");
      return requireSecondFactor(ctx, input.isRequired);
    }),

  rename: ownerProcedure
    .input(z.object({ name: ProducerName, version: Version }))
    .mutation(({ ctx, input }) =>
      unlessStale(
        async () => {
          const renamed = await renameProducer(ctx, input.name, input.version);
          return { name: renamed.name, version: versionOfName(renamed) };
        },
        async () => {
          const { id, name } = await ownProducer(ctx);
          const of = { producerId: id, kind: "producer", id, changes: "producerRenamed" } as const;
          return { state: { name }, version: versionOfName({ name }), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  list: adminProcedure
    .input(PageByUuid.extend({ search: Fragment.optional() }))
    .query(({ ctx, input }) => listProducers(ctx, input, input)),

  /** Returns the secrets of its first token and owner key, once. */
  create: adminProcedure
    .meta({ isSensitive: true })
    .input(z.object({ name: ProducerName }))
    .mutation(({ ctx, input }) =>
      openProducer(ctx, input.name, Language.safeParse(ctx.signedIn.person.locale).data ?? "en"),
    ),
});
