import type { Ctx } from "@/server/ctx";
import { MOST_CHARACTERS } from "@/server/domain/items/schema";
import { type RecordedScan, recordScan } from "@/server/domain/scans/record";
import type { NewScan } from "@/server/domain/scans/schema";
import { AppError } from "@/server/errors";
import { limit, refuseIfSpent } from "./limits";

/**
 * Records a scan that comes from an address, as `recordScan` does. 429 for one item's too many scans, and for an address
 * that tries too many identifiers.
 */
export async function recordWithinLimits(
  ctx: Ctx,
  scan: NewScan,
  address: string | undefined,
): Promise<RecordedScan> {
  await refuseIfSpent("unknown identifiers from this address", address);
  await limit("scans of this item", scan.identifier.slice(0, MOST_CHARACTERS));
  try {
    return await recordScan(ctx, scan, address);
  } catch (refused) {
    if (refused instanceof AppError && refused.kind === "notFound") {
      await limit("unknown identifiers from this address", address);
    }
    throw refused;
  }
}
