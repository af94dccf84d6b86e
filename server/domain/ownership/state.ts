import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { activationSettings } from "@/db/schema/activation-settings";
import { items } from "@/db/schema/items";
import { ownerLinks } from "@/db/schema/owner-links";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { hashOfSecret } from "@/server/auth/secrets";
import type { Ctx } from "@/server/core/ctx";
import { canMail } from "@/server/platform/mail";
import { ownershipOfLink } from "./links";
import { isOfPage } from "./open-item";
import type { OwnerLink } from "./schema";
import { warrantyUntil } from "./warranty";

/** What the verify page shows of an item's owner: no person. */
export type ShownOwnership =
  | { state: "open" }
  | {
      state: "owned";
      activatedAt: Date;
      /** Whether this browser has a link of the owner. */
      isOwner: boolean;
      stolenAt: Date | null;
      warrantyUntil: Date | undefined;
    };

const { activatedAt, stolenAt, warrantyMonths } = ownerships;

/** The ownership of an item as its verify page shows it; undefined if it has no owner and cannot be activated. */
export async function shownOwnership(
  { db }: Pick<Ctx, "db">,
  identifier: string,
  secrets: string[],
): Promise<ShownOwnership | undefined> {
  const isLinked = and(
    eq(ownerLinks.ownershipId, ownerships.id),
    inArray(ownerLinks.hash, secrets.map(hashOfSecret)),
  );
  const isOwner =
    secrets.length > 0
      ? sql<boolean>`exists (select from ${ownerLinks} where ${isLinked})`
      : sql<boolean>`false`;
  const [row] = await db
    .select({
      isOn: activationSettings.isOn,
      invalidatedAt: items.invalidatedAt,
      owned: { activatedAt, stolenAt, warrantyMonths },
      isOwner,
    })
    .from(items)
    .leftJoin(activationSettings, eq(activationSettings.producerId, items.producerId))
    .leftJoin(ownerships, and(eq(ownerships.itemId, items.id), isNull(ownerships.endedAt)))
    .where(isOfPage(identifier));
  if (row?.owned) {
    const { owned, isOwner } = row;
    return {
      state: "owned",
      activatedAt: owned.activatedAt,
      isOwner,
      stolenAt: owned.stolenAt,
      warrantyUntil: warrantyUntil(owned),
    };
  }
  return row?.isOn && row.invalidatedAt === null && canMail ? { state: "open" } : undefined;
}

/** What an owner sees of their item. */
export async function ownerView(ctx: Ctx, link: OwnerLink) {
  const { ownership, brand } = await ownershipOfLink(ctx, link);
  const [offer] = await ctx.db
    .select({ email: ownershipRequests.email, expiresAt: ownershipRequests.expiresAt })
    .from(ownershipRequests)
    .where(and(eq(ownershipRequests.ownershipId, ownership.id), gt(ownershipRequests.expiresAt, new Date())))
    .orderBy(asc(ownershipRequests.id));
  const { email, activatedAt, beganAt, stolenAt } = ownership;
  return { brand, email, activatedAt, beganAt, stolenAt, warrantyUntil: warrantyUntil(ownership), offer };
}

export type OwnerView = Awaited<ReturnType<typeof ownerView>>;
