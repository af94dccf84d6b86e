import { eq } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import { hashOfSecret, hintOfSecret, newSecret, type SecretKind } from "@/server/auth/secrets";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { accessOf, type TokenAccess, VALID_DAYS } from "./schema";
import { refuseOneTooMany } from "./valid";

const defaultExpiry = () => new Date(Date.now() + VALID_DAYS * 86_400_000);

/**
 * Creates a token or an owner key of a producer. Returns the secret, which is shown only once.
 *
 * @throws 400 `too-many-tokens` where the producer has the maximum of valid ones
 */
export function createToken(
  ctx: Ctx,
  { producerId, kind, name, expiresAt = defaultExpiry(), ...access }: WantedToken,
): Promise<{ id: string; secret: string }> {
  return inTransaction(ctx, async (ctx) => {
    await refuseOneTooMany(ctx, producerId);
    const [producer] = await ctx.db
      .select({ sandbox: producers.sandbox })
      .from(producers)
      .where(eq(producers.id, producerId));
    const secret = newSecret(kind, producer && producer.sandbox > 0 ? "test" : "live");
    const id = newId();
    await ctx.db.insert(tokens).values({
      id,
      producerId,
      kind,
      name,
      hash: hashOfSecret(secret),
      hint: hintOfSecret(secret),
      expiresAt,
      ...accessOf(kind, access),
    });
    await recordAuditEvent(ctx, "tokenCreated", { producerId, id, name });
    return { id, secret };
  });
}

interface WantedToken extends Partial<TokenAccess> {
  producerId: string;
  kind: SecretKind;
  name: string;
  expiresAt?: Date | null;
}
