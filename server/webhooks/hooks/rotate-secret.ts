import { eq } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newHookSecret, sealedSecret } from "./create";
import { ownedHook } from "./read";

const BOTH_SIGN_FOR_HOURS = 24;

function refuseWhileBothSign({ id, previousSecretUntil: until }: Hook): void {
  if (until === null || until.getTime() <= Date.now()) return;
  throw conflict(
    "previous-secret-signs",
    `Hook ${id} still signs with the secret before, until ${until.toISOString()}.`,
  );
}

/**
 * Gives a webhook a new secret, which is only returned here. Both secrets sign calls for 24 hours.
 * @throws 409 while an earlier secret still signs, unless `dropPrevious` ends it
 */
export const rotateHookSecret = (ctx: Ctx, id: string, { dropPrevious = false } = {}): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedHook(ctx, id);
    if (!dropPrevious) refuseWhileBothSign(hook);
    const secret = newHookSecret();
    const now = Date.now();
    await ctx.db
      .update(hooks)
      .set({
        secret: sealedSecret(secret, hook.id),
        previousSecret: hook.secret,
        previousSecretUntil: new Date(now + BOTH_SIGN_FOR_HOURS * 3_600_000),
        updatedAt: new Date(now),
      })
      .where(eq(hooks.id, hook.id));
    await recordAuditEvent(ctx, "hookSecretRotated", {
      producerId: hook.producerId,
      id: hook.id,
      name: hook.url,
    });
    return secret;
  });
