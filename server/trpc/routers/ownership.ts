import { z } from "zod";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { concernedOwner, dataOfOwner, eraseOwner } from "@/server/domain/ownership/data";
import { ownershipOfItem } from "@/server/domain/ownership/of-item";
import { Activation, Email, OfItem, Voiding } from "@/server/domain/ownership/schema";
import { activationOf, setActivation, versionOfActivation } from "@/server/domain/ownership/settings";
import { voidOwnership, voidSecondCode } from "@/server/domain/ownership/void";
import { Version } from "@/server/domain/shared/version";
import { canMail } from "@/server/platform/mail";
import { ownerProcedure, router, viewerProcedure } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

const OfOwner = z.object({ email: Email });

export const ownershipRouter = router({
  /** Whether buyers activate items, and the warranty of items that name none. */
  settings: ownerProcedure.query(async ({ ctx }) => {
    const activation = await activationOf(ctx);
    return { ...activation, version: versionOfActivation(activation), canMail };
  }),

  setSettings: ownerProcedure
    .meta({ isSensitive: true })
    .input(Activation.extend({ version: Version }))
    .mutation(({ ctx, input: { version, ...wanted } }) =>
      unlessStale(
        async () => {
          const activation = await setActivation(ctx, wanted, version);
          return { ...activation, version: versionOfActivation(activation), canMail };
        },
        async () => {
          const state = await activationOf(ctx);
          const { producerId } = ctx.membership;
          const of = {
            producerId,
            kind: "ownership",
            id: producerId,
            changes: "activationChanged",
          } as const;
          return { state, version: versionOfActivation(state), ...(await lastChangeOf(ctx, of)) };
        },
      ),
    ),

  /** The owners of an item; their e-mail masked, and not for viewers. */
  ofItem: viewerProcedure
    .input(OfItem)
    .query(({ ctx, input }) => ownershipOfItem(ctx, input.identifier, ctx.membership.role !== "viewer")),

  voidOwnership: ownerProcedure
    .meta({ isSensitive: true })
    .input(Voiding)
    .mutation(({ ctx, input }) => voidOwnership(ctx, input)),

  voidSecondCode: ownerProcedure
    .meta({ isSensitive: true })
    .input(Voiding)
    .mutation(({ ctx, input }) => voidSecondCode(ctx, input)),

  /** Counts the data of an e-mail address. A mutation, because a query would put the address into URLs and logs. */
  concerned: ownerProcedure.input(OfOwner).mutation(({ ctx, input }) => concernedOwner(ctx, input.email)),

  /** The data of an e-mail address, for the person who asks for it. */
  data: ownerProcedure
    .meta({ isSensitive: true })
    .input(OfOwner)
    .mutation(({ ctx, input }) => dataOfOwner(ctx, input.email)),

  erase: ownerProcedure
    .meta({ isSensitive: true })
    .input(OfOwner)
    .mutation(({ ctx, input }) => eraseOwner(ctx, input.email)),
});
