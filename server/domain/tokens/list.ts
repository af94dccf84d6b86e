import { desc, eq } from "drizzle-orm";
import { tokens } from "@/db/schema/tokens";
import type { Ctx } from "@/server/ctx";

/** The tokens and owner keys of a producer, newest first, without what would let anyone use them. */
export const listTokens = (ctx: Pick<Ctx, "db">, producerId: string) =>
  ctx.db
    .select({
      id: tokens.id,
      kind: tokens.kind,
      name: tokens.name,
      hint: tokens.hint,
      createdAt: tokens.createdAt,
      expiresAt: tokens.expiresAt,
      revokedAt: tokens.revokedAt,
      lastUsedAt: tokens.lastUsedAt,
    })
    .from(tokens)
    .where(eq(tokens.producerId, producerId))
    .orderBy(desc(tokens.createdAt), desc(tokens.id));
