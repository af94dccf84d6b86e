import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Producer, producers } from "@/db/schema/producers";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { conflict, producerClosed } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { releaseHeld } from "@/server/domain/hooks/release-held";
import { sandboxOf } from "@/server/domain/sandboxes/read";
import { producerNamed } from "./named";

interface StateChange {
  producerId: string;
  /** Shown to the producer's members and recorded in the audit log. */
  reason: string;
}

/**
 * Suspends or reactivates a producer's row and records the audit event.
 * @throws 404 without the producer, 409 if it is closed or in that state already.
 */
async function setSuspended(
  ctx: Ctx,
  { producerId, reason }: StateChange,
  action: "producerSuspended" | "producerReactivated",
) {
  const isToSuspend = action === "producerSuspended";
  const { id, name, closedAt } = await producerNamed(ctx, producerId);
  if (closedAt) throw producerClosed(id);
  const fields: Pick<Producer, "suspendedAt" | "suspendedReason"> = isToSuspend
    ? { suspendedAt: new Date(), suspendedReason: reason }
    : { suspendedAt: null, suspendedReason: null };
  const isInOtherState = (isToSuspend ? isNull : isNotNull)(producers.suspendedAt);
  const updated = await ctx.db
    .update(producers)
    .set(fields)
    .where(and(eq(producers.id, id), isInOtherState, isNull(producers.closedAt)))
    .returning({ id: producers.id });
  if (updated.length === 0)
    throw isToSuspend
      ? conflict("producer-suspended-already", `Producer ${id} is suspended already.`)
      : conflict("producer-not-suspended", `Producer ${id} is not suspended.`);
  await ctx.db
    .update(producers)
    .set(fields)
    .where(and(eq(producers.sandboxOf, id), isNull(producers.closedAt)));
  await recordAuditEvent(ctx, action, {
    producerId: id,
    id,
    name,
    changes: [{ path: "/reason", to: reason }],
  });
}

/**
 * Suspends a producer (decision 0028). On return, every process refuses its tokens and keys, its members cannot change
 * anything, and its webhooks are not called. Its items can still be scanned.
 * @throws 404 without the producer, 409 if it is suspended or closed.
 */
export async function suspendProducer(ctx: Ctx, change: StateChange): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, (ctx) => setSuspended(ctx, change, "producerSuspended"));
  await awaitRevocation();
}

/**
 * Reactivates a suspended producer with its sandbox, and releases their held deliveries.
 * @throws 404 without the producer, 409 if it is not suspended, or closed.
 */
export async function reactivateProducer(ctx: Ctx, change: StateChange): Promise<void> {
  callingAdmin(ctx);
  const resumed = await inTransaction(ctx, async (ctx) => {
    await setSuspended(ctx, change, "producerReactivated");
    const sandbox = await sandboxOf(ctx, change.producerId);
    const resumed = [change.producerId, ...(sandbox ? [sandbox.id] : [])];
    // No delivery was attempted during the suspension, so a webhook's failure period must not span it.
    const failing = and(inArray(hooks.producerId, resumed), isNotNull(hooks.failingSince));
    await ctx.db.update(hooks).set({ failingSince: null }).where(failing);
    return resumed;
  });
  await Promise.all([awaitRevocation(), ...resumed.map((producerId) => releaseHeld(ctx, { producerId }))]);
}
