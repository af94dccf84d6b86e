import { and, eq, inArray, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { jobs } from "@/db/schema/jobs";
import { type Producer, producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { producerClosed, producerSuspended } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { createSandbox } from "./open";
import { refuseOutsideSandbox } from "./read";

/**
 * Locks the producer of a sandbox, so that neither its members nor its state change meanwhile. All that lock both lock the
 * producer first.
 * @throws 409 if it is closed, 403 if it is suspended
 */
async function lockProducerOf({ db }: Ctx, sandboxId: string): Promise<Producer> {
  const of = db.select({ id: producers.sandboxOf }).from(producers).where(eq(producers.id, sandboxId));
  const live = only(await db.select().from(producers).where(inArray(producers.id, of)).for("no key update"));
  if (live.closedAt) throw producerClosed(live.id);
  if (live.suspendedAt) throw producerSuspended();
  return live;
}

/**
 * Empties the calling sandbox (decision 0078): a new one takes its place and its tokens at once, and a loop deletes all else that
 * it had. Returns the id of the new one.
 * @throws 409 for a producer of real items, and if the sandbox's is closed; 403 if that is suspended
 */
export async function emptySandbox(ctx: Ctx): Promise<{ id: string }> {
  const emptied = await inTransaction(ctx, async (ctx) => {
    refuseOutsideSandbox(ctx);
    const { producerId } = callingProducer(ctx);
    const live = await lockProducerOf(ctx, producerId);
    const sandbox = only(
      await ctx.db
        .select({ id: producers.id })
        .from(producers)
        .where(and(eq(producers.id, producerId), isNull(producers.closedAt)))
        .for("no key update"),
    );
    await discardSandbox(ctx, sandbox.id);
    const id = await createSandbox(ctx, live);
    await ctx.db.update(tokens).set({ producerId: id }).where(eq(tokens.producerId, sandbox.id));
    await recordAuditEvent(ctx, "sandboxEmptied", { producerId: live.id, id: live.id, name: live.name });
    return { id };
  });
  await awaitRevocation();
  return emptied;
}

/** Closes a sandbox: nothing of it is shown or delivered any longer, and a loop deletes what it had. */
export async function discardSandbox({ db }: Ctx, id: string): Promise<void> {
  const now = new Date();
  await db
    .update(producers)
    .set({ closedAt: now, suspendedAt: now, suspendedReason: "The sandbox was emptied." })
    .where(eq(producers.id, id));
  await db
    .update(hooks)
    .set({ deletedAt: now, switchedOffAt: now, updatedAt: now })
    .where(and(eq(hooks.producerId, id), isNull(hooks.deletedAt)));
  await db
    .update(jobs)
    .set({ state: "cancelled", endedAt: now, lease: null, leasedUntil: null })
    .where(and(eq(jobs.producerId, id), isNull(jobs.endedAt)));
}
