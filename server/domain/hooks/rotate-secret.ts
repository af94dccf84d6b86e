import { eq } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, inTransaction } from "@/server/ctx";
import { newHookSecret, sealedSecret } from "./create";
import { ownedHook } from "./read";

const BOTH_SIGN_FOR_HOURS = 24;

/** Gives a hook a new secret, told this once. For 24 hours calls carry the signatures of both. */
export const rotateHookSecret = (ctx: Ctx, id: string): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedHook(ctx, id);
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
    return secret;
  });
