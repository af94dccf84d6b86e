import { and, eq, isNull } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { jobs } from "@/db/schema/jobs";
import { producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { createSandbox } from "./open";
import { refuseOutsideSandbox } from "./read";

/**
 * Empties the calling sandbox (decision 0078): a new one takes its place and its tokens at once, and a loop deletes all else that
 * it had. Returns the id of the new one.
 * @throws 409 for a producer of real items
 */
export async function emptySandbox(ctx: Ctx): Promise<{ id: string }> {
  const emptied = await inTransaction(ctx, async (ctx) => {
    refuseOutsideSandbox(ctx);
    const sandbox = only(
      await ctx.db
        .select()
        .from(producers)
        .where(and(eq(producers.id, callingProducer(ctx).producerId), isNull(producers.closedAt)))
        .for("no key update"),
    );
    const live = only(
      await ctx.db
        .select({ id: producers.id, name: producers.name })
        .from(producers)
        .where(eq(producers.id, sandbox.sandboxOf ?? "")),
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
