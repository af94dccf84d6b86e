import { z } from "zod";
import { DAY_MS } from "@/server/core/time";
import { lastChangeOf } from "@/server/domain/audit-log/last-change";
import { Version } from "@/server/domain/shared/version";
import { changeToken, versionOfAccess } from "@/server/domain/tokens/change";
import { createToken } from "@/server/domain/tokens/create";
import { listTokens } from "@/server/domain/tokens/list";
import { revokeToken } from "@/server/domain/tokens/revoke";
import { NewToken, TokenAccess } from "@/server/domain/tokens/schema";
import { validToken } from "@/server/domain/tokens/valid";
import { ownerProcedure, router } from "@/server/trpc/init";
import { unlessStale } from "@/server/trpc/unless-stale";

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
    .input(TokenAccess.extend({ id: z.string(), version: Version }))
    .mutation(({ ctx, input: { version, ...token } }) => {
      const { producerId } = ctx.membership;
      const { id } = token;
      return unlessStale(
        async () => {
          await changeToken(ctx, producerId, token, version);
          return { id };
        },
        async () => {
          const { scopes, requestsPerMinute, networks } = await validToken(ctx, producerId, id);
          const state = { scopes, requestsPerMinute, networks };
          const of = { producerId, kind: "token", id, changes: "tokenChanged" } as const;
          return { state, version: versionOfAccess(state), ...(await lastChangeOf(ctx, of)) };
        },
      );
    }),

  revoke: ownerProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => revokeToken(ctx, ctx.membership.producerId, input.id)),
});
