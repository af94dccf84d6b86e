import { and, eq, isNull } from "drizzle-orm";
import { tokens } from "@/db/schema/tokens";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { isId } from "@/server/platform/ids";

/**
 * Revokes a token or owner key of a producer. Every process refuses it once this has returned.
 *
 * @throws 404 `token-not-found` where the producer has no such token to revoke
 */
export async function revokeToken(ctx: Ctx, producerId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [revoked] = isId(id)
      ? await ctx.db
          .update(tokens)
          .set({ revokedAt: new Date() })
          .where(and(eq(tokens.id, id), eq(tokens.producerId, producerId), isNull(tokens.revokedAt)))
          .returning({ name: tokens.name })
      : [];
    if (!revoked) throw notFound("token-not-found", `There is no token ${id} to revoke.`);
    await recordAuditEvent(ctx, "tokenRevoked", { producerId, id, name: revoked.name });
  });
  await awaitRevocation();
}
