import { z } from "zod";
import { DAY_MS } from "@/server/core/time";
import { changeToken } from "@/server/domain/tokens/change";
import { createToken } from "@/server/domain/tokens/create";
import { listTokens } from "@/server/domain/tokens/list";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { NewToken, TokenAccess } from "@/server/domain/tokens/schema";
import { ownerProcedure, router } from "@/server/trpc/init";

export const tokensRouter = router({
  list: ownerProcedure.query(({ ctx }) => listTokens(ctx, ctx.membership.producerId)),

  /** Returns the secret, once. */
  create: ownerProcedure
    .meta({ isSensitive: true })
    .input(NewToken)
    .mutation(({ ctx, input }) => {
      const { validForDays, ...token } = input;
      const expiresAt = validForDays === null ? null : new Date(Date.now() + validForDays * DAY_MS);
      return createToken(ctx, { producerId: ctx.membership.producerId, ...token, expiresAt });
    }),

  /** Sets what a token may do, how often and from where. */
  change: ownerProcedure
    .meta({ isSensitive: true })
    .input(TokenAccess.extend({ id: z.string() }))
    .mutation(({ ctx, input }) => changeToken(ctx, ctx.membership.producerId, input)),

  revoke: ownerProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => revokeToken(ctx, ctx.membership.producerId, input.id)),
});
