import { and, eq, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import type { Ctx } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";

/** So many tokens and owner keys of a producer may be valid at once. */
export const MAX_VALID = 100;

export const isValid = sql`(${tokens.revokedAt} is null and coalesce(${tokens.expiresAt} > now(), true))`;

/** 400 where a producer has as many valid tokens as it may; for the transaction that makes one more. */
export async function refuseOneTooMany({ db }: Pick<Ctx, "db">, producerId: string): Promise<void> {
  // Whoever makes another one at the same moment waits, and is counted.
  await db
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.id, producerId))
    .for("no key update");
  const valid = await db.$count(tokens, and(eq(tokens.producerId, producerId), isValid));
  if (valid < MAX_VALID) return;
  throw invalid("too-many-tokens", `There are ${MAX_VALID} valid tokens already. Revoke one first.`);
}
