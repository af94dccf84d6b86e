import type { Scan } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { imageUrlOf } from "@/server/domain/contents/named";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { beginningOf } from "@/server/domain/shared/characters";
import { mergedImage } from "@/server/domain/shared/describable";
import { producerOfCode } from "@/server/domain/sightings/producer-of-code";
import { newId } from "@/server/platform/ids";
import { placeOfAddress } from "@/server/platform/ip-place";
import { placeAt } from "@/server/platform/place";
import type { UncommittedScan } from "./columns";
import { commitScan, type ScannedItem } from "./commit";
import { deviceOf } from "./device";
import type { NewScan } from "./schema";
import { refuseIfToldTooMuch } from "./told-bytes";

export interface RecordedScan {
  item: ScannedItem;
  scan: Omit<Scan, "itemId">;
  /** The URL of the merged item's image. */
  imageUrl: string | undefined;
}

const SIGHTING_FIELDS = [
  "id",
  "identifier",
  "timestamp",
  "copyclassification",
  "latitude",
  "longitude",
  "country",
  "continent",
  "os",
  "device",
  "softwareversion",
  "creator",
  "producer_id",
] as const;

/** Stores a sighting for the producer that it concerns. The identifier is cut to the longest possible one of an item. */
async function keepSighting({ db, batchClient }: Ctx, scan: UncommittedScan) {
  const identifier = beginningOf(MAX_CHARACTERS, scan.identifier);
  const producerId = await producerOfCode({ db }, identifier, scan.creator);
  const sighting = { ...scan, identifier, producerId };
  if ("$client" in db) await db.insert(sightings).values(sighting);
  // Outside the caller's transaction, which the refusal rolls back: the sighting must stay.
  else
    await batchClient`insert into sightings ${batchClient({ ...sighting, producer_id: sighting.producerId }, SIGHTING_FIELDS)}`;
}

/**
 * Records a scan. Without a location, the country comes from the caller's address, which is not stored.
 * @throws 404 if no item has the identifier, which is stored as a sighting; 400 for too large free-form parts.
 */
export async function recordScan(
  ctx: Ctx,
  input: NewScan,
  address: string | undefined,
): Promise<RecordedScan> {
  refuseIfToldTooMuch(ctx.caller, input);
  const now = Date.now();
  const { latitude = null, longitude = null } = input.location ?? {};
  const { country = null, continent = null } =
    latitude === null || longitude === null ? placeOfAddress(address) : placeAt(latitude, longitude);
  const scan: UncommittedScan = {
    id: newId(now),
    identifier: input.identifier,
    timestamp: new Date(now),
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
  const item = await commitScan(ctx, scan);
  if (!item) {
    await keepSighting(ctx, scan);
    throw notFound("item-not-found", `There is no item ${input.identifier}.`);
  }
  const imageUrl = await imageUrlOf(ctx, mergedImage(item, item.group));
  const { producerId, groupId } = item;
  return {
    item,
    scan: { ...scan, producerId, groupId, coarse: false, dataDropped: false, erasedAt: null },
    imageUrl,
  };
}
