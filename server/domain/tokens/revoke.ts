import { and, eq, isNull } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { tokens } from "@/db/schema/tokens";
import { revokeCredentials } from "@/server/auth/credentials";
import { notFound } from "@/server/errors";

/** Revokes a token or owner key of a producer: refused by every process once this has returned. 404 if there is none. */
export async function revokeToken(db: Connection, producerId: string, id: string): Promise<void> {
  const revoked = await revokeCredentials(db, (tx) =>
    tx
      .update(tokens)
      .set({ revokedAt: new Date() })
      .where(and(eq(tokens.id, id), eq(tokens.producerId, producerId), isNull(tokens.revokedAt)))
      .returning({ id: tokens.id }),
  );
  if (revoked.length === 0) throw notFound("token-not-found", `There is no token ${id} to revoke.`);
}
