import { eq } from "drizzle-orm";
import type { ScannedItem } from "@/db/schema/idempotency-keys";
import { type Scan, scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { extended } from "@/server/core/extended";
import type { Attribution } from "@/server/domain/code-patterns/nearest";
import { imageUrlOf } from "@/server/domain/contents/named";
import { hasFirstAnswer } from "@/server/domain/idempotency/first-answers";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { beginningOf } from "@/server/domain/shared/characters";
import { mergedImage } from "@/server/domain/shared/describable";
import { producerOfCode } from "@/server/domain/sightings/producer-of-code";
import { newId, timeOfId } from "@/server/platform/ids";
import { placeOfAddress } from "@/server/platform/ip-place";
import { placeAt } from "@/server/platform/place";
import type { UncommittedScan } from "./columns";
import { commitScan, type ScanKey } from "./commit";
import { deviceOf } from "./device";
import type { NewScan } from "./schema";
import { refuseIfToldTooMuch } from "./told-bytes";

export interface RecordedScan {
  item: ScannedItem;
  scan: Omit<Scan, "itemId">;
  /** The URL of the merged item's image. */
  imageUrl: string | undefined;
}

/** Stores a sighting for the producer that it concerns, by default the one whose code it looks like. The identifier is cut. */
async function keepSighting(ctx: Ctx, scan: UncommittedScan, concerned?: Attribution) {
  const identifier = beginningOf(MAX_CHARACTERS, scan.identifier);
  const owner = concerned ?? (await producerOfCode(ctx, identifier, scan.creator));
  // A repeated call with the same id changes nothing.
  await ctx.db
    .insert(sightings)
    .values({ ...scan, ...owner, identifier })
    .onConflictDoNothing();
}

/**
 * Stores a scan of a code that the calling producer does not have as a sighting of that producer, even if
 * another one has it; with the same id once.
 */
export async function recordSighting(ctx: Ctx, input: NewScan, id: string): Promise<void> {
  const { producerId } = callingProducer(ctx);
  await keepSighting(ctx, scanBy(ctx, input, undefined, id), {
    producerId,
    basis: "inspection",
    basisText: null,
  });
}

/**
 * A scan by the caller, at the time of its id. Without a location, the country comes from the caller's address, which is not
 * stored.
 */
function scanBy(ctx: Ctx, input: NewScan, address: string | undefined, id = newId()): UncommittedScan {
  const { latitude = null, longitude = null } = input.location ?? {};
  const { country = null, continent = null } =
    latitude === null || longitude === null ? placeOfAddress(address) : placeAt(latitude, longitude);
  return {
    id,
    identifier: input.identifier,
    timestamp: new Date(timeOfId(id)),
    copyclassification: input.copyclassification,
    latitude,
    longitude,
    country,
    continent,
    data: input.data,
    softwareInfo: input.softwareInfo,
    deviceInfo: input.deviceInfo,
    ...deviceOf(input),
    creator: ctx.caller.kind === "producer" ? ctx.caller.producerId : null,
  };
}

const withImage = async (ctx: Ctx, recorded: Omit<RecordedScan, "imageUrl">): Promise<RecordedScan> => ({
  ...recorded,
  imageUrl: await imageUrlOf(ctx, mergedImage(recorded.item, recorded.item.group)),
});

/**
 * Records a scan, with an idempotency key at most once: `used` if the key has a first answer. It may get an id that was made
 * before.
 * @throws 404 if no item has the identifier, which is stored as a sighting; 400 for too large free-form parts.
 */
export async function recordScan(
  ctx: Ctx,
  input: NewScan,
  address: string | undefined,
  key?: ScanKey,
  id?: string,
): Promise<RecordedScan | "used"> {
  refuseIfToldTooMuch(ctx.caller, input);
  const scan = scanBy(ctx, input, address, id);
  const outcome = await commitScan(ctx, scan, key);
  if (outcome === "used") return outcome;
  if (outcome === "missing") {
    if (key && (await hasFirstAnswer(ctx, key))) return "used";
    await keepSighting(ctx, scan);
    throw notFound("item-not-found", `There is no item ${input.identifier}.`);
  }
  const { item } = outcome;
  const { producerId, groupId } = item;
  const later = { producerId, groupId, coarse: false, dataDropped: false, erasedAt: null };
  return withImage(ctx, { item, scan: extended(scan, later) });
}

/**
 * The scan that was recorded with a key, and its item as it was answered. The retry sends the same data again: what was not
 * stored of them is as in the first answer, unless the scan was erased.
 * @throws 404 if the scan is gone
 */
export async function scanOfKey(
  ctx: Ctx,
  { scanId, item }: { scanId: string; item: ScannedItem },
  { data, softwareInfo, deviceInfo }: NewScan,
): Promise<RecordedScan> {
  const [scan] = await ctx.db.select().from(scans).where(eq(scans.id, scanId));
  if (!scan) throw notFound("scan-not-found", `There is no scan ${scanId}.`);
  const sent = { data, softwareInfo, deviceInfo, ...deviceOf({ softwareInfo, deviceInfo }) };
  return withImage(ctx, { item, scan: scan.erasedAt === null ? { ...scan, ...sent } : scan });
}
