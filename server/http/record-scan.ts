import { type Ctx, sandboxIn } from "@/server/core/ctx";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { refuseDemoCode } from "@/server/domain/public-demo/read-only";
import type { ScanKey } from "@/server/domain/scans/commit";
import { type RecordedScan, recordScan } from "@/server/domain/scans/record";
import type { NewScan } from "@/server/domain/scans/schema";
import { limit } from "./limits";

/**
 * Records a scan from an address.
 * @throws 429 beyond the rate limit of scans of one item, 403 for codes of the public demo
 */
export async function recordWithinLimits(
  ctx: Ctx,
  scan: NewScan,
  address: string | undefined,
): Promise<RecordedScan>;
/** With an idempotency key at most once: `used` if the key has a first answer. */
export async function recordWithinLimits(
  ctx: Ctx,
  scan: NewScan,
  address: string | undefined,
  key: ScanKey,
): Promise<RecordedScan | "used">;
export async function recordWithinLimits(
  ctx: Ctx,
  scan: NewScan,
  address: string | undefined,
  key?: ScanKey,
): Promise<RecordedScan | "used"> {
  if (sandboxIn(ctx) === 0) await refuseDemoCode(ctx, scan.identifier);
  await limit("scans of this item", `${sandboxIn(ctx)} ${scan.identifier.slice(0, MAX_CHARACTERS)}`);
  return recordScan(ctx, scan, address, key);
}
