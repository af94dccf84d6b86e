import { and, eq, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { type Token, tokens } from "@/db/schema/tokens";
import type { Ctx } from "@/server/core/ctx";
import { invalid, notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";

/** The maximum number of valid tokens and owner keys of a producer. */
export const MAX_VALID = 100;

export const isValid = sql`(${tokens.revokedAt} is null and coalesce(${tokens.expiresAt} > now(), true))`;

/**
 * A valid token of a producer; `update` locks it.
 *
 * @throws 404 `token-not-found` where the producer has no such valid token
 */
export async function validToken(
  { db }: Pick<Ctx, "db">,
  producerId: string,
  id: string,
  lock?: "update",
): Promise<Token> {
  const query = db
    .select()
    .from(tokens)
    .where(and(eq(tokens.id, id), eq(tokens.producerId, producerId), isValid));
  const [token] = isId(id) ? await (lock ? query.for(lock) : query) : [];
  if (!token) throw notFound("token-not-found", `There is no valid token ${id}.`);
  return token;
}

/**
 * Refuses another token of a producer. Call it in the transaction that creates the token.
 *
 * @throws 400 `too-many-tokens` where the producer has the maximum of valid ones
 */
export async function refuseOneTooMany({ db }: Pick<Ctx, "db">, producerId: string): Promise<void> {
  // The lock makes concurrent creations wait for each other, so that each is counted.
  await db
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.id, producerId))
    .for("no key update");
  const valid = await db.$count(tokens, and(eq(tokens.producerId, producerId), isValid));
  if (valid < MAX_VALID) return;
  throw invalid("too-many-tokens", `There are ${MAX_VALID} valid tokens already. Revoke one first.`);
}
