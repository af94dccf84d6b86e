import { createHash } from "node:crypto";
import type { Ctx } from "@/server/ctx";
import type { Picture } from "@/server/domain/contents/scale";
import { notFound, tooManyRequests } from "@/server/errors";
import { derivatives } from "@/server/platform/derivatives";
import { env } from "@/server/platform/env";
import { renderScanMap, type ScanMap, TooManyMaps } from "@/server/platform/map/scan-map";
import { ownScan } from "./read";

/** To be raised when the same map is drawn in another way, so that none of the old ones is taken for it. */
const STYLE = 1;

/** How a map is asked for; `beforeMaking` is called when it has to be drawn, and may refuse that. */
export type MapWish = Pick<ScanMap, "width" | "height" | "scale" | "locale"> & {
  beforeMaking(): Promise<void>;
};

/**
 * A map of the place of one of the caller's scans, as a PNG. 404 for another producer's scan, too, and for a scan
 * without a location.
 */
export async function mapOfScan(ctx: Ctx, id: string, { beforeMaking, ...size }: MapWish): Promise<Picture> {
  const { latitude, longitude, copyclassification } = await ownScan(ctx, id);
  if (latitude === null || longitude === null) {
    throw notFound("scan-without-location", `Scan ${id} has no location.`);
  }
  const map: ScanMap = { latitude, longitude, classification: copyclassification, ...size };
  const look = createHash("sha256")
    .update(JSON.stringify([STYLE, env.MAP_TILE_URL, map]))
    .digest("hex");
  const version = `${id.toLowerCase()}-map-${look.slice(0, 16)}`;
  let isMakeshift = false;
  const bytes = await derivatives().take(version, async () => {
    await beforeMaking();
    const drawn = await renderScanMap(map).catch(refuseWhenTooMany);
    isMakeshift = drawn.isMakeshift;
    return drawn.png;
  });
  // The tiles may come again; until then nobody is to keep what was drawn without them.
  if (isMakeshift) await derivatives().forget(version);
  return { type: "image/png", bytes, version: isMakeshift ? `${version}-makeshift` : version };
}

function refuseWhenTooMany(error: unknown): never {
  throw error instanceof TooManyMaps ? tooManyRequests(error.message, 1) : error;
}
