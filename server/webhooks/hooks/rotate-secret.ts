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
 * Gives a hook a new secret, told this once. For 24 hours calls carry the signatures of both. 409 while the secret before
 * still signs, unless `dropPrevious` says that it need not.
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
