import { z } from "zod";
import { DAY_MS } from "@/server/core/time";
import { createToken } from "@/server/domain/tokens/create";
import { listTokens } from "@/server/domain/tokens/list";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { NewToken } from "@/server/domain/tokens/schema";
import { ownerProcedure, router } from "@/server/trpc/init";

export const tokensRouter = router({
  list: ownerProcedure.query(({ ctx }) => listTokens(ctx, ctx.membership.producerId)),

  /** Returns the secret, once. */
  create: ownerProcedure
    .meta({ isSensitive: true })
    .input(NewToken)
    .mutation(({ ctx, input }) => {
      const { kind, name, validForDays } = input;
      const expiresAt = validForDays === null ? null : new Date(Date.now() + validForDays * DAY_MS);
      return createToken(ctx, { producerId: ctx.membership.producerId, kind, name, expiresAt });
    }),

  revoke: ownerProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => revokeToken(ctx, ctx.membership.producerId, input.id)),
});
