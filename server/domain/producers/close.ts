import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { hooks } from "@/db/schema/hooks";
import { imports } from "@/db/schema/imports";
import { invitations } from "@/db/schema/invitations";
import { jobs } from "@/db/schema/jobs";
import { type Producer, producers } from "@/db/schema/producers";
import { tokens } from "@/db/schema/tokens";
import { awaitRevocation } from "@/server/auth/credentials";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { faulty } from "@/server/core/errors";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { discardSandbox } from "@/server/domain/sandboxes/empty";
import { sandboxOf } from "@/server/domain/sandboxes/read";
import { openProducer } from "./named";
import type { Closing } from "./schema";

/** Closes a producer within a transaction: its tokens, webhooks, invitations, jobs, imports and sandbox end. */
export async function endProducer(
  ctx: Ctx,
  { id, name, suspendedAt }: Pick<Producer, "id" | "name" | "suspendedAt">,
  reason: string,
): Promise<void> {
  const now = new Date();
  await ctx.db
    .update(producers)
    .set({ closedAt: now, suspendedAt: suspendedAt ?? now, suspendedReason: reason })
    .where(eq(producers.id, id));
  await ctx.db
    .update(tokens)
    .set({ revokedAt: now })
    .where(and(eq(tokens.producerId, id), isNull(tokens.revokedAt)));
  await ctx.db
    .update(invitations)
    .set({ revokedAt: now })
    .where(
      and(eq(invitations.producerId, id), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
    );
  await ctx.db
    .update(hooks)
    .set({ deletedAt: now, switchedOffAt: now, updatedAt: now })
    .where(and(eq(hooks.producerId, id), isNull(hooks.deletedAt)));
  await ctx.db
    .update(jobs)
    .set({ state: "cancelled", endedAt: now, lease: null, leasedUntil: null })
    .where(and(eq(jobs.producerId, id), isNull(jobs.endedAt)));
  await ctx.db.update(imports).set({ state: "discarded" }).where(eq(imports.producerId, id));
  const sandbox = await sandboxOf(ctx, id);
  if (sandbox) await discardSandbox(ctx, sandbox.id);
  const changes = [{ path: "/reason", to: reason }];
  await recordAuditEvent(ctx, "producerClosed", { producerId: id, id, name, changes });
}

/**
 * Closes a producer for good (decision 0046): its tokens, webhooks, invitations and jobs end, and its members no longer see it.
 * Its items can still be scanned and verified, and its data stays for the time of its retention.
 * @throws 400 unless `name` is its name, 404 without the producer, 409 if it is closed already.
 */
export async function closeProducer(ctx: Ctx, closing: z.output<typeof Closing>): Promise<void> {
  callingAdmin(ctx);
  await inTransaction(ctx, async (ctx) => {
    const producer = await openProducer(ctx, closing.producerId);
    if (closing.name !== producer.name.trim())
      throw faulty([{ pointer: "/name", message: "must be the name of the producer" }]);
    await endProducer(ctx, producer, closing.reason);
  });
  await awaitRevocation();
}
