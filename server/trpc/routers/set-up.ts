import { z } from "zod";
import { LinkSecret, SetUp } from "@/server/domain/people/schema";
import { isSetUpLinkOpen, setUp } from "@/server/domain/people/set-up";
import { seedingOf, startSeeding } from "@/server/seed/seed-for";
import { adminProcedure, anonymousCtx, openProcedure, router } from "@/server/trpc/init";

export const setUpRouter = router({
  /** Whether the set-up link with this secret is still open. */
  isOpen: openProcedure
    .input(z.object({ secret: LinkSecret }))
    .query(({ ctx, input }) => isSetUpLinkOpen(ctx, input.secret)),

  /** Returns the secrets of the producer's first token and owner key, once. */
  finish: openProcedure.input(SetUp).mutation(({ ctx, input }) => setUp(anonymousCtx(ctx), input)),

  seedDemo: adminProcedure.mutation(({ ctx }) => startSeeding(anonymousCtx(ctx), ctx.signedIn.person.id)),

  demoProgress: adminProcedure.query(({ ctx }) => seedingOf(ctx.signedIn.person.id)),
});
