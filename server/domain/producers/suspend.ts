import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Producer, producers } from "@/db/schema/producers";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { conflict, producerClosed } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { releaseHeld } from "@/server/domain/hooks/release-held";
import { producerNamed } from "./named";

interface Wish {
  producerId: string;
  /** For the producer's members, and for the record. */
  reason: string;
}

/** What an admin makes of a producer's row, where it stands otherwise. 404 without the producer, 409 where it stands so. */
async function turn(
  ctx: Ctx,
  { producerId, reason }: Wish,
  action: "producerSuspended" | "producerReactivated",
) {
  const isToSuspend = action === "producerSuspended";
  const { id, name, closedAt } = await producerNamed(ctx, producerId);
  if (closedAt) throw producerClosed(id);
  const fields: Pick<Producer, "suspendedAt" | "suspendedReason"> = isToSuspend
    ? { suspendedAt: new Date(), suspendedReason: reason }
    : { suspendedAt: null, suspendedReason: null };
  const standsOtherwise = (isToSuspend ? isNull : isNotNull)(producers.suspendedAt);
  const turned = await ctx.db
    .update(producers)
    .set(fields)
    .where(and(eq(producers.id, id), standsOtherwise, isNull(producers.closedAt)))
    .returning({ id: producers.id });
  if (turned.length === 0)
    throw isToSuspend
      ? conflict("producer-suspended-already", `Producer ${id} is suspended already.`)
      : conflict("producer-not-suspended", `Producer ${id} is not suspended.`);
  await recordAuditEvent(ctx, action, {
    producerId: id,
    id,
    name,
    changes: [{ path: "/reason", to: reason }],
  });
}

/**
 * Suspends a producer (decision 0028): once this has returned, every process refuses its tokens and keys, its members
 * change nothing, and its hooks are not called. Its items are scanned as before. 404 without it, 409 where it is suspended.
 */
export async function suspendProducer(ctx: Ctx, wish: Wish): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, (ctx) => turn(ctx, wish, "producerSuspended"));
  await awaitRevocation();
}

/** Undoes it; what its hooks were to be told meanwhile is sent now. 404 without the producer, 409 where it is not suspended. */
export async function reactivateProducer(ctx: Ctx, wish: Wish): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, async (ctx) => {
    await turn(ctx, wish, "producerReactivated");
    // Nothing was tried meanwhile, so no hook has gone on failing.
    const failing = and(eq(hooks.producerId, wish.producerId), isNotNull(hooks.failingSince));
    await ctx.db.update(hooks).set({ failingSince: null }).where(failing);
  });
  await Promise.all([awaitRevocation(), releaseHeld(ctx, { producerId: wish.producerId })]);
}
