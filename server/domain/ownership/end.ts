import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { ownerLinks } from "@/db/schema/owner-links";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { type OWNERSHIP_ENDS, ownerships } from "@/db/schema/ownerships";
import type { Ctx } from "@/server/core/ctx";

type End = (typeof OWNERSHIP_ENDS)[number];

/**
 * Ends the open ownerships that a condition matches: e-mail, links and pending transfers are deleted, the days stay. Returns what
 * has ended. Call it in a transaction that has locked their items.
 */
export async function endOwnerships({ db }: Pick<Ctx, "db">, condition: SQL | undefined, endReason: End) {
  const open = await db
    .select({ id: ownerships.id })
    .from(ownerships)
    .where(and(condition, isNull(ownerships.endedAt)));
  const ids = open.map(({ id }) => id);
  if (ids.length === 0) return [];
  await db.delete(ownershipRequests).where(inArray(ownershipRequests.ownershipId, ids));
  const ended = await db
    .update(ownerships)
    // The clocks of two processes may differ.
    .set({
      endedAt: sql`greatest(${ownerships.beganAt}, ${new Date().toISOString()})`,
      endReason,
      email: null,
    })
    .where(and(inArray(ownerships.id, ids), isNull(ownerships.endedAt)))
    .returning();
  await db.delete(ownerLinks).where(inArray(ownerLinks.ownershipId, ids));
  return ended;
}

/** Ends the ownerships of deleted items, and all activations that wait for a click. */
export async function endOwnershipsOfItems(ctx: Pick<Ctx, "db">, itemIds: number[]): Promise<void> {
  await ctx.db.delete(ownershipRequests).where(inArray(ownershipRequests.itemId, itemIds));
  await endOwnerships(ctx, inArray(ownerships.itemId, itemIds), "itemDeleted");
}

/** Matches one ownership. */
export const isOwnership = (id: string) => eq(ownerships.id, id);
