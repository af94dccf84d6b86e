import { count, desc, eq } from "drizzle-orm";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { ownedItem } from "./read";

/** A limit, because a hot item would make its page slow. */
const MAX_COUNTED = 10_000;

export interface Places {
  /** ISO 3166-1 alpha-2, or null if unknown; the most scanned first. */
  countries: { country: string | null; scans: number }[];
  /** Whether these are all scans of the item, or only its newest ones. */
  isAll: boolean;
}

/**
 * Counts the scans of an item of the caller by country.
 * @throws 404 if absent, 403 if another producer's
 */
export async function placesOfItem(ctx: Ctx, identifier: string): Promise<Places> {
  const item = await ownedItem(ctx, identifier);
  const newest = ctx.db
    .select({ country: scans.country })
    .from(scans)
    .where(eq(scans.itemId, item.id))
    .orderBy(desc(scans.timestamp), desc(scans.id))
    .limit(MAX_COUNTED + 1)
    .as("newest");
  const countries = await walkIndexes(ctx.db, (db) =>
    db
      .select({ country: newest.country, scans: count() })
      .from(newest)
      .groupBy(newest.country)
      .orderBy(desc(count()), newest.country),
  );
  const counted = countries.reduce((sum, { scans }) => sum + scans, 0);
  return { countries, isAll: counted <= MAX_COUNTED };
}
