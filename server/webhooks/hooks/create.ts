import { randomBytes } from "node:crypto";
import { type Hook, hooks } from "@/db/schema/hooks";
import { scopeMissing } from "@/server/auth/from-request";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { hasScope } from "@/server/core/scopes";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { isExtension, SCOPE_OF } from "@/server/events/catalogue";
import { newId } from "@/server/platform/ids";
import { seal } from "@/server/platform/sealed";
import { holdHooks, refuseOverLimits } from "./limits";
import type { NewHook } from "./schema";
import { type HookTarget, ownedTarget } from "./target";

const SECRET_BYTES = 24;

/** A new secret in the form of Standard Webhooks. */
export const newHookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

/** A secret as stored: sealed with a key of this deployment, for this webhook only. */
export const sealedSecret = (secret: string, hookId: string) => seal(secret, "hook-secrets", hookId);

/** @throws 403 for a token that may not read what an extension event tells */
function refuseUnreadable({ caller }: Ctx, names: readonly string[]): void {
  const scopes = names.filter(isExtension).map((name) => SCOPE_OF[name]);
  const missing = scopes.find((scope) => !hasScope(caller, scope));
  if (missing) throw scopeMissing(missing);
}

/**
 * Registers a webhook. Its secret is only returned here.
 * @throws 403 for a token without the scope of an extension event
 * @throws 400 if the target has too many webhooks, their data would be too large, or the record quota is used up
 */
export async function createHook(
  ctx: Ctx,
  target: HookTarget,
  input: NewHook,
): Promise<{ hook: Hook; secret: string }> {
  refuseUnreadable(ctx, input.events.names);
  return inTransaction(ctx, async (ctx) => {
    await holdHooks(ctx);
    const { columns } = await ownedTarget(ctx, target);
    await refuseOverLimits(ctx, columns, input.data);
    const [id, secret, now] = [newId(), newHookSecret(), new Date()];
    const rows = await ctx.db
      .insert(hooks)
      .values({
        id,
        ...columns,
        events: input.events.names,
        eventsAsList: input.events.asList,
        url: input.url,
        data: input.data,
        secret: sealedSecret(secret, id),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await recordAuditEvent(ctx, "hookCreated", { producerId: columns.producerId, id, name: input.url });
    return { hook: only(rows), secret };
  });
}
