import { eq } from "drizzle-orm";
import type { ScannedItem } from "@/db/schema/idempotency-keys";
import { scans } from "@/db/schema/scans";
import { AppError } from "@/server/core/errors";
import { getItem } from "@/server/domain/items/read";
import { type ShownOwnership, shownOwnership } from "@/server/domain/ownership/state";
import { isDemoCode } from "@/server/domain/public-demo/read-only";
import type { NewScan } from "@/server/domain/scans/schema";
import { limit } from "@/server/http/limits";
import { lookUp } from "@/server/http/lookups";
import { recordWithinLimits } from "@/server/http/record-scan";
import { newId } from "@/server/platform/ids";
import { ownerSecrets } from "./owner-cookie";
import { type ShownItem, shownItem } from "./shown-item";
import type { Visitor } from "./visitor";
import { rememberScan, scanOfBrowser } from "./visits";
import { isScan, osOf } from "./who-looks";

export type { ShownOwnership };

/** Whether a visit is recorded as a scan: yes, or not: because of the rate limit, as it does not count, or in the demo. */
export type Recorded = "yes" | "tooMany" | "no" | "demo";

/** The content of a verify page. */
export interface Visit {
  identifier: string;
  /** Undefined if no item has the identifier. */
  item: ShownItem | undefined;
  /** Undefined for an item that has no owner and cannot be activated. */
  ownership: ShownOwnership | undefined;
  recorded: Recorded;
  /** Whether this browser may add the scan's location. */
  mayBePlaced: boolean;
  setCookie: string | undefined;
}

interface Seen {
  item: ScannedItem | undefined;
  recorded: Recorded;
  scanId?: string;
  isNew?: boolean;
}

/** Builds the scan of a visit; its verdict is unknown because no scanner checked the item. */
function scanOf({ identifier, request }: Visitor): NewScan {
  const os = osOf(request.headers.get("user-agent"));
  return {
    identifier,
    copyclassification: "unknown",
    location: null,
    data: {},
    softwareInfo: { app: "verify-web", ...(os ? { os } : {}) },
    deviceInfo: null,
  };
}

const isRefusal = (thrown: unknown, kind: AppError["kind"]) =>
  thrown instanceof AppError && thrown.kind === kind;

async function find({ ctx, identifier }: Visitor): Promise<ScannedItem | undefined> {
  // PostgreSQL text cannot contain NUL.
  if (identifier.includes("\0")) return undefined;
  try {
    const { item, group } = await getItem(ctx, identifier);
    return { ...item, invalidated: item.invalidatedAt !== null, group };
  } catch (thrown) {
    if (isRefusal(thrown, "notFound")) return undefined;
    throw thrown;
  }
}

/** Records the visit as a scan unless it does not count or was recorded before. */
async function see(visitor: Visitor): Promise<Seen> {
  const { ctx, identifier, request, address } = visitor;
  if (await isDemoCode(ctx, identifier)) return { item: await find(visitor), recorded: "demo" };
  const scanId = scanOfBrowser(request.headers, identifier);
  if (scanId !== undefined) {
    const item = await find(visitor);
    // The cookie may name a sighting: once its code has an item, the visit is a scan.
    if (!item || (await ctx.db.$count(scans, eq(scans.id, scanId))) > 0)
      return { item, recorded: "yes", scanId };
  }
  if (!isScan(request) || identifier.includes("\0")) return { item: await find(visitor), recorded: "no" };
  try {
    await limit("scans from this address", address);
    const { item, scan } = await recordWithinLimits(ctx, scanOf(visitor), address);
    return { item, recorded: "yes", scanId: scan.id, isNew: true };
  } catch (thrown) {
    // The cookie makes a sighting count once, too; a fresh id keeps the sighting's own id private.
    if (isRefusal(thrown, "notFound"))
      return { item: undefined, recorded: "yes", scanId: newId(), isNew: true };
    if (isRefusal(thrown, "tooManyRequests")) return { item: await find(visitor), recorded: "tooMany" };
    throw thrown;
  }
}

/**
 * Returns the content of the verify page and records the visit as a scan (decision 0027).
 *
 * @throws 429 after too many unknown identifiers.
 */
export async function visit(visitor: Visitor, wanted: string[]): Promise<Visit> {
  const { ctx, identifier, request, address } = visitor;
  const {
    item: scanned,
    recorded,
    scanId,
    isNew,
  } = await lookUp(
    { caller: ctx.caller, address },
    () => see(visitor),
    ({ item }) => item !== undefined,
  );
  const [item, ownership] = scanned
    ? await Promise.all([
        shownItem(ctx, scanned, { scanId, wanted }),
        shownOwnership(ctx, identifier, ownerSecrets(request.headers)),
      ])
    : [];
  return {
    identifier,
    item,
    ownership,
    recorded,
    mayBePlaced: scanId !== undefined && item !== undefined && !item.past.isPlaced,
    setCookie: isNew && scanId ? rememberScan(request.headers, { scanId, identifier }) : undefined,
  };
}
