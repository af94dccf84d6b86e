import { and, eq, isNull } from "drizzle-orm";
import { tokens } from "@/db/schema/tokens";
import { everyoneForgot } from "@/server/auth/credentials";
import type { Ctx } from "@/server/ctx";
import { notFound } from "@/server/errors";
import { isId } from "@/server/platform/ids";

/** Revokes a token or owner key of a producer: refused by every process once this has returned. 404 if there is none. */
export async function revokeToken(ctx: Pick<Ctx, "db">, producerId: string, id: string): Promise<void> {
  const revoked = isId(id)
    ? await ctx.db
        .update(tokens)
        .set({ revokedAt: new Date() })
        .where(and(eq(tokens.id, id), eq(tokens.producerId, producerId), isNull(tokens.revokedAt)))
        .returning({ id: tokens.id })
    : [];
  if (revoked.length === 0) throw notFound("token-not-found", `There is no token ${id} to revoke.`);
  await everyoneForgot();
}
