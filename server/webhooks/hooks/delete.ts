import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { isId } from "@/server/platform/ids";
import { ownedHook } from "./read";
import { type HookTarget, hooksOf, ownedTarget } from "./target";

/** Marks webhooks as deleted: nothing more is sent, including queued deliveries. Returns their number. */
async function retire(ctx: Ctx, which: SQL | undefined): Promise<number> {
  const now = new Date();
  const retired = await ctx.db
    .update(hooks)
    .set({ deletedAt: now, switchedOffAt: now, updatedAt: now })
    .where(which)
    .returning({ id: hooks.id, producerId: hooks.producerId, url: hooks.url });
  for (const { id, producerId, url } of retired)
    await recordAuditEvent(ctx, "hookDeleted", { producerId, id, name: url });
  return retired.length;
}

/**
 * Deletes a webhook of a target: nothing more is sent, including queued deliveries.
 * @throws 403 for a webhook of another producer, 404 if the target has no such webhook
 */
export async function deleteHook(ctx: Ctx, target: HookTarget, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { columns } = await ownedTarget(ctx, target);
    const retired = isId(id) ? await retire(ctx, and(hooksOf(columns), eq(hooks.id, id))) : 0;
    if (retired > 0) return;
    if (await isForeign(ctx, id))
      throw forbidden("hook-of-another-producer", `Hook ${id} belongs to another producer.`);
    throw notFound("hook-not-found", `There is no hook ${id} here.`);
  });
}

/** Whether the webhook belongs to another producer. */
async function isForeign(ctx: Ctx, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const { producerId } = callingProducer(ctx);
  const [foreign] = await ctx.db
    .select({ id: hooks.id })
    .from(hooks)
    .where(and(eq(hooks.id, id), ne(hooks.producerId, producerId), isNull(hooks.deletedAt)));
  return foreign !== undefined;
}

/**
 * Deletes one of the caller's webhooks, whatever its target, even if the target is deleted.
 * @throws 404 for any other webhook
 */
export const deleteOwnHook = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const hook = await ownedHook(ctx, id);
    await retire(ctx, eq(hooks.id, hook.id));
  });
