import { tokens } from "@/db/schema/tokens";
import { hashOfSecret, hintOfSecret, newSecret, type SecretKind } from "@/server/auth/secrets";
import type { Ctx } from "@/server/ctx";
import { newId } from "@/server/platform/ids";

const VALID_DAYS = 365;

/** Makes a token or an owner key of a producer and returns the secret, which is shown this once. */
export async function createToken(
  ctx: Pick<Ctx, "db">,
  token: { producerId: string; kind: SecretKind; name: string; expiresAt?: Date | null },
): Promise<{ id: string; secret: string }> {
  const secret = newSecret(token.kind);
  const id = newId();
  await ctx.db.insert(tokens).values({
    id,
    producerId: token.producerId,
    kind: token.kind,
    name: token.name,
    hash: hashOfSecret(secret),
    hint: hintOfSecret(secret),
    expiresAt:
      token.expiresAt === undefined ? new Date(Date.now() + VALID_DAYS * 86_400_000) : token.expiresAt,
  });
  return { id, secret };
}
