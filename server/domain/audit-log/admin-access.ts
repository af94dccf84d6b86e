import { and, eq, ne, sql } from "drizzle-orm";
import type { AuditEventName } from "@/db/schema/audit-events";
import { memberships } from "@/db/schema/memberships";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { hasActed } from "./has-events";
import { recordAuditEvent } from "./record";

/** Accesses of one admin to one kind of data within this time are recorded once. */
const ONE_ACCESS_MS = 3_600_000;

type AdminAccess = Extract<AuditEventName, `adminSaw${string}`>;

/** The data that an admin opens, and the producer that owns it. */
interface AccessedData {
  producerId: string;
  id: string;
  name: string | null;
}

/** Whether nothing must be recorded: the admin has had access within the hour, or is a member who reads its data. */
async function isKnown(
  ctx: Ctx,
  access: AdminAccess,
  producerId: string,
  personId: string,
): Promise<boolean> {
  const [membership, hadAccess] = await Promise.all([
    ctx.db
      .select({ role: memberships.role })
      .from(memberships)
      .where(
        and(
          eq(memberships.producerId, producerId),
          eq(memberships.personId, personId),
          ne(memberships.role, "inspector"),
        ),
      ),
    hasActed(ctx, access, { producerId }, ONE_ACCESS_MS),
  ]);
  return membership.length > 0 || hadAccess;
}

/**
 * Records in a producer's audit log that the calling admin opens its data. Await it before the data is shown. Several accesses
 * within an hour are one audit event.
 */
export async function recordAdminAccess(
  ctx: Ctx,
  access: AdminAccess,
  { producerId, id, name }: AccessedData,
): Promise<void> {
  const person = callingAdmin(ctx).actor.id;
  if (await isKnown(ctx, access, producerId, person)) return;
  await inTransaction(ctx, async (ctx) => {
    // A page makes its calls concurrently; the lock lets only one of them record.
    const lockKey = JSON.stringify([access, producerId, person]);
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`);
    if (!(await isKnown(ctx, access, producerId, person)))
      await recordAuditEvent(ctx, access, { producerId, id, name });
  });
}
