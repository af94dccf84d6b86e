import { AppError } from "@/server/core/errors";
import { getItem } from "@/server/domain/items/read";
import type { ScannedItem } from "@/server/domain/scans/commit";
import type { NewScan } from "@/server/domain/scans/schema";
import { limit } from "@/server/http/limits";
import { lookUp } from "@/server/http/lookups";
import { recordWithinLimits } from "@/server/http/record-scan";
import { newId } from "@/server/platform/ids";
import { type ShownItem, shownItem } from "./shown-item";
import type { Visitor } from "./visitor";
import { rememberScan, scanOfBrowser } from "./visits";
import { isScan, osOf } from "./who-looks";

/** Whether a visit stands in the records: it does, too many came from there, or it is none that counts. */
export type Recorded = "yes" | "tooMany" | "no";

/** What somebody sees who opens the page of an identifier. */
export interface Visit {
  identifier: string;
  /** Nothing where no item has the identifier. */
  item: ShownItem | undefined;
  recorded: Recorded;
  /** Whether this browser may tell where the scan was made. */
  mayBePlaced: boolean;
  setCookie: string | undefined;
}

interface Seen {
  item: ScannedItem | undefined;
  recorded: Recorded;
  scanId?: string;
  isNew?: boolean;
}

/** The scan that opening the page is: the class is open, as nobody has looked at the item. */
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
  // The database takes no such text.
  if (identifier.includes("\0")) return undefined;
  try {
    const { item, group } = await getItem(ctx, identifier);
    return { ...item, invalidated: item.invalidatedAt !== null, group };
  } catch (thrown) {
    if (isRefusal(thrown, "notFound")) return undefined;
    throw thrown;
  }
}

/** Records the visit as a scan, where it is one and not recorded yet. */
async function see(visitor: Visitor): Promise<Seen> {
  const { ctx, identifier, request, address } = visitor;
  const scanId = scanOfBrowser(request.headers, identifier);
  if (scanId !== undefined) return { item: await find(visitor), recorded: "yes", scanId };
  if (!isScan(request) || identifier.includes("\0")) return { item: await find(visitor), recorded: "no" };
  try {
    await limit("scans from this address", address);
    const { item, scan } = await recordWithinLimits(ctx, scanOf(visitor), address);
    return { item, recorded: "yes", scanId: scan.id, isNew: true };
  } catch (thrown) {
    // The sighting counts once, too; its own id is nobody's business.
    if (isRefusal(thrown, "notFound"))
      return { item: undefined, recorded: "yes", scanId: newId(), isNew: true };
    if (isRefusal(thrown, "tooManyRequests")) return { item: await find(visitor), recorded: "tooMany" };
    throw thrown;
  }
}

/**
 * Shows what an identifier stands for, and records that somebody has scanned it (decision 0027). 429 where too many unknown
 * ones were asked for.
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
  const item = scanned && (await shownItem(ctx, scanned, { scanId, wanted }));
  return {
    identifier,
    item,
    recorded,
    mayBePlaced: scanId !== undefined && item !== undefined && !item.past.isPlaced,
    setCookie: isNew && scanId ? rememberScan(request.headers, { scanId, identifier }) : undefined,
  };
}
