import { desc, eq } from "drizzle-orm";
import { tokens } from "@/db/schema/tokens";
import type { Ctx } from "@/server/core/ctx";
import { versionOfAccess } from "./change";
import { isValid, MAX_VALID } from "./valid";

/** Of the revoked and expired ones, only the newest are of interest. */
const MAX_LISTED = MAX_VALID + 400;

/**
 * Lists the tokens and owner keys of a producer, newest first, without their secrets: all valid ones, and as many others
 * as the limit permits. Saves of the access pass `version` back to detect stale edits.
 */
export async function listTokens(ctx: Pick<Ctx, "db">, producerId: string) {
  const found = await ctx.db
    .select({
      id: tokens.id,
      kind: tokens.kind,
      name: tokens.name,
      hint: tokens.hint,
      createdAt: tokens.createdAt,
      expiresAt: tokens.expiresAt,
      revokedAt: tokens.revokedAt,
      lastUsedAt: tokens.lastUsedAt,
      scopes: tokens.scopes,
      requestsPerMinute: tokens.requestsPerMinute,
      networks: tokens.networks,
    })
    .from(tokens)
    .where(eq(tokens.producerId, producerId))
    .orderBy(desc(isValid), desc(tokens.createdAt), desc(tokens.id))
    .limit(MAX_LISTED);
  return found
    .map((token) => ({ ...token, version: versionOfAccess(token) }))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
}
