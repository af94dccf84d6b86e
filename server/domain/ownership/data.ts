import { and, asc, count, eq, gt, inArray } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { endOwnerships } from "./end";
import type { OwnerLink } from "./schema";
import { ownerView } from "./state";

/** All that is stored about the owner behind a link. @throws 404 if the link is not the owner's */
export async function ownerData(ctx: Ctx, link: OwnerLink) {
  const { offer, ...owner } = await ownerView(ctx, link);
  return { identifier: link.identifier, ...owner, transferOfferedTo: offer ?? null };
}

const isTheirs = (ctx: Ctx, email: string) =>
  and(eq(ownerships.producerId, callingProducer(ctx).producerId), eq(ownerships.email, email));
const isForThem = (ctx: Ctx, email: string) =>
  and(eq(ownershipRequests.producerId, callingProducer(ctx).producerId), eq(ownershipRequests.email, email));

/** Counts what the calling producer has of an e-mail address: owned items, and requests that wait for a click. */
export async function concernedOwner(ctx: Ctx, email: string) {
  const { owned } = only(
    await ctx.db.select({ owned: count() }).from(ownerships).where(isTheirs(ctx, email)),
  );
  const { requests } = only(
    await ctx.db
      .select({ requests: count() })
      .from(ownershipRequests)
      .where(and(isForThem(ctx, email), gt(ownershipRequests.expiresAt, new Date()))),
  );
  return { owned, requests };
}

const MAX_ITEMS = 1_000;

/**
 * What the calling producer has of an e-mail address, for the person who asks for it: at most 1,000 items, oldest first, and 1,000
 * requests. Recorded in the audit log, which names no address.
 * @throws 404 if the producer has nothing of it
 */
export async function dataOfOwner(ctx: Ctx, email: string) {
  const { identifier } = items;
  const { activatedAt, beganAt, stolenAt, warrantyMonths, locale } = ownerships;
  const owned = await ctx.db
    .select({ identifier, locale, activatedAt, beganAt, stolenAt, warrantyMonths })
    .from(ownerships)
    .innerJoin(items, eq(items.id, ownerships.itemId))
    .where(isTheirs(ctx, email))
    .orderBy(asc(ownerships.id))
    .limit(MAX_ITEMS);
  const { kind, createdAt, expiresAt } = ownershipRequests;
  const requests = await ctx.db
    .select({ identifier, kind, locale: ownershipRequests.locale, createdAt, expiresAt })
    .from(ownershipRequests)
    .innerJoin(items, eq(items.id, ownershipRequests.itemId))
    .where(isForThem(ctx, email))
    .orderBy(asc(ownershipRequests.id))
    .limit(MAX_ITEMS);
  if (owned.length + requests.length === 0)
    throw notFound("nothing-to-export", "There is nothing of this e-mail address, or it is erased already.");
  const { producerId } = callingProducer(ctx);
  await inTransaction(ctx, (ctx) =>
    recordAuditEvent(ctx, "personalDataExported", { producerId, id: producerId, name: null }),
  );
  return { email, owned, requests };
}

/**
 * Ends all ownerships of an e-mail address at the calling producer, and deletes the address everywhere. The audit log names no
 * address.
 * @throws 404 if the producer has nothing of it
 */
export const eraseOwner = (ctx: Ctx, email: string): Promise<{ owned: number; requests: number }> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const theirs = ctx.db.select({ id: ownerships.itemId }).from(ownerships).where(isTheirs(ctx, email));
    await ctx.db
      .select({ id: items.id })
      .from(items)
      .where(inArray(items.id, theirs))
      .orderBy(asc(items.id))
      .for("no key update");
    const requests = await ctx.db.delete(ownershipRequests).where(isForThem(ctx, email)).returning();
    const ended = await endOwnerships(ctx, isTheirs(ctx, email), "ended");
    if (ended.length + requests.length === 0)
      throw notFound("nothing-to-erase", "There is nothing of this e-mail address, or it is erased already.");
    const changes = [{ path: "/items", to: ended.length }];
    await recordAuditEvent(ctx, "ownershipsErased", { producerId, id: producerId, name: null, changes });
    return { owned: ended.length, requests: requests.length };
  });
