import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { activationSettings } from "@/db/schema/activation-settings";
import { items } from "@/db/schema/items";
import { ownerLinks } from "@/db/schema/owner-links";
import { ownershipRequests } from "@/db/schema/ownership-requests";
import { ownerships } from "@/db/schema/ownerships";
import { producers } from "@/db/schema/producers";
import { hashOfSecret } from "@/server/auth/secrets";
import type { Ctx } from "@/server/core/ctx";
import { canMail } from "@/server/platform/mail";
import { ownershipOfLink } from "./links";
import { canBeActivated, isOfPage } from "./open-item";
import type { OwnerLink } from "./schema";
import { warrantyUntil } from "./warranty";

/** What the verify page shows of an item's owner: no person. */
export type ShownOwnership =
  | { state: "open" }
  | {
      state: "owned";
      activatedAt: Date;
      /** When the present owner became it: at the activation, or by a transfer. */
      beganAt: Date;
      /** Of this browser's link to the owner's page, if it is the owner's. */
      ownSecret: string | undefined;
      stolenAt: Date | null;
      warrantyUntil: Date | undefined;
    };

const { activatedAt, beganAt, stolenAt, warrantyMonths } = ownerships;

/** The ownership of an item as its verify page shows it; undefined if it has no owner and cannot be activated. */
export async function shownOwnership(
  { db }: Pick<Ctx, "db">,
  identifier: string,
  secrets: string[],
): Promise<ShownOwnership | undefined> {
  const hashes = secrets.map(hashOfSecret);
  const isLinked = and(eq(ownerLinks.ownershipId, ownerships.id), inArray(ownerLinks.hash, hashes));
  const link =
    hashes.length > 0
      ? sql<Buffer | null>`(select ${ownerLinks.hash} from ${ownerLinks} where ${isLinked} limit 1)`
      : sql<null>`null`;
  const [row] = await db
    .select({
      canBeActivated,
      owned: { activatedAt, beganAt, stolenAt, warrantyMonths },
      link,
    })
    .from(items)
    .innerJoin(producers, eq(producers.id, items.producerId))
    .leftJoin(activationSettings, eq(activationSettings.producerId, items.producerId))
    .leftJoin(ownerships, and(eq(ownerships.itemId, items.id), isNull(ownerships.endedAt)))
    .where(isOfPage(identifier));
  if (row?.owned) {
    const { owned, link } = row;
    return {
      state: "owned",
      activatedAt: owned.activatedAt,
      beganAt: owned.beganAt,
      ownSecret: secrets.find((_, n) => link && hashes[n]?.equals(link)),
      stolenAt: owned.stolenAt,
      warrantyUntil: warrantyUntil(owned),
    };
  }
  return row?.canBeActivated && canMail ? { state: "open" } : undefined;
}

/** What an owner sees of their item. */
export async function ownerView(ctx: Ctx, link: OwnerLink) {
  const { ownership, brand } = await ownershipOfLink(ctx, link);
  const [offer] = await ctx.db
    .select({ email: ownershipRequests.email, expiresAt: ownershipRequests.expiresAt })
    .from(ownershipRequests)
    .where(and(eq(ownershipRequests.ownershipId, ownership.id), gt(ownershipRequests.expiresAt, new Date())))
    .orderBy(asc(ownershipRequests.id));
  const { email, locale, activatedAt, beganAt, stolenAt } = ownership;
  return {
    brand,
    email,
    locale,
    activatedAt,
    beganAt,
    stolenAt,
    warrantyUntil: warrantyUntil(ownership),
    offer,
  };
}

export type OwnerView = Awaited<ReturnType<typeof ownerView>>;
