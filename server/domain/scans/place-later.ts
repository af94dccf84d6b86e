import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { isId } from "@/server/platform/ids";
import { placeAt } from "@/server/platform/place";
import type { Location } from "./schema";

/** A scan's place can be added for this time after the scan. */
export const PLACE_WITHIN_MINUTES = 30;

/**
 * Adds the place to a scan of an item, once. Returns whether a recent scan without a place was found that is not erased. The
 * event was sent already and is not sent again (decision 0027); the scan is assessed again with its place.
 */
export async function placeScanLater(
  ctx: Ctx,
  { id, identifier }: { id: string; identifier: string },
  { latitude, longitude }: Location,
): Promise<boolean> {
  if (!isId(id)) return false;
  const { country = null, continent = null } = placeAt(latitude, longitude);
  const oldest = new Date(Date.now() - PLACE_WITHIN_MINUTES * 60_000);
  return inTransaction(ctx, async ({ db }) => {
    const [placed] = await db
      .update(scans)
      .set({ latitude, longitude, country, continent })
      .where(
        and(
          eq(scans.id, id),
          eq(scans.identifier, identifier),
          isNull(scans.latitude),
          isNull(scans.erasedAt),
          gt(scans.timestamp, oldest),
        ),
      )
      .returning({ scanId: scans.id, producerId: scans.producerId });
    if (!placed) return false;
    const { scanId, producerId } = placed;
    await db
      .insert(lateScans)
      .values({ share: sql`share_of(${producerId})`, scanId })
      .onConflictDoNothing();
    return true;
  });
}
