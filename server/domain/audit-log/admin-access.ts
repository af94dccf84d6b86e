import { and, eq, sql } from "drizzle-orm";
import type { AuditEventName } from "@/db/schema/audit-events";
import { memberships } from "@/db/schema/memberships";
import { type Ctx, callingAdmin, inTransaction } from "@/server/core/ctx";
import { hasActed } from "./has-events";
import { recordAuditEvent } from "./record";

/** So long do looks of one person at one kind of thing count as one. */
const ONE_ACCESS_MS = 3_600_000;

type Look = Extract<AuditEventName, `adminSaw${string}`>;

/** What an admin looks at, and whose it is. */
interface Seen {
  producerId: string;
  id: string;
  name: string | null;
}

/** Whether nothing need be kept: they have looked within the hour, or belong to the producer. */
async function isKnown(ctx: Ctx, look: Look, producerId: string, personId: string): Promise<boolean> {
  const [membership, hasLooked] = await Promise.all([
    ctx.db
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.producerId, producerId), eq(memberships.personId, personId))),
    hasActed(ctx, look, { producerId }, ONE_ACCESS_MS),
  ]);
  return membership.length > 0 || hasLooked;
}

/**
 * Keeps that the calling admin looks at what is a producer's, for its members to see; to be awaited before it is shown.
 * Many looks within an hour are one act.
 */
export async function recordAdminAccess(ctx: Ctx, look: Look, { producerId, id, name }: Seen): Promise<void> {
  const person = callingAdmin(ctx).actor.id;
  if (await isKnown(ctx, look, producerId, person)) return;
  await inTransaction(ctx, async (ctx) => {
    // The calls of a page come together.
    const looking = JSON.stringify([look, producerId, person]);
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${looking}, 0))`);
    if (!(await isKnown(ctx, look, producerId, person)))
      await recordAuditEvent(ctx, look, { producerId, id, name });
  });
}
