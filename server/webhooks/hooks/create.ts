import { randomBytes } from "node:crypto";
import { type Hook, hooks } from "@/db/schema/hooks";
import { scopeMissing } from "@/server/auth/from-request";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { faulty } from "@/server/core/errors";
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

/**
 * Refuses extension events that the caller may not read, and those that the target has none of: they are of a producer.
 * @throws 403 for a token without the scope of one, and for an owner key; 400 for the webhook of an item or a group
 */
export function refuseExtensions(
  { caller }: Pick<Ctx, "caller">,
  { itemId, groupId }: Pick<Hook, "itemId" | "groupId">,
  names: readonly string[],
): void {
  const extensions = names.filter(isExtension);
  const isOwnerKey = caller.kind === "producer" && caller.credential === "ownerKey";
  const missing = extensions
    .map((name) => SCOPE_OF[name])
    .find((scope) => isOwnerKey || !hasScope(caller, scope));
  if (missing) throw scopeMissing(missing);
  if (extensions.length > 0 && (itemId !== null || groupId !== null))
    throw faulty([{ pointer: "/events", message: "must not name events of the producer here" }]);
}

/**
 * Registers a webhook. Its secret is only returned here.
 * @throws 403 or 400 as `refuseExtensions`
 * @throws 400 if the target has too many webhooks, their data would be too large, or the record quota is used up
 */
export async function createHook(
  ctx: Ctx,
  target: HookTarget,
  input: NewHook,
): Promise<{ hook: Hook; secret: string }> {
  return inTransaction(ctx, async (ctx) => {
    await holdHooks(ctx);
    const { columns } = await ownedTarget(ctx, target);
    refuseExtensions(ctx, columns, input.events.names);
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
