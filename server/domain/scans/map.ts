import { createHash } from "node:crypto";
import type { Ctx } from "@/server/core/ctx";
import { notFound, tooManyRequests } from "@/server/core/errors";
import { type Picture, type Turn, takePicture } from "@/server/domain/contents/picture";
import { plainLocale } from "@/server/domain/shared/locale";
import { env } from "@/server/platform/env";
import type { ScanMap } from "@/server/platform/map/options";
import { renderScanMap, TooManyMaps } from "@/server/platform/map/scan-map";
import { placeOfOwnScan } from "./read";

/** To be raised when the same map is drawn in another way, so that none of the old ones is taken for it. */
const STYLE = 2;

/** In the names of maps that tell a precise place, which have to go when that is kept no longer. */
export const PRECISE_MAP = "map";

/** How a map is asked for; `locale` as the caller says it, whatever that is. */
export type MapWish = Pick<ScanMap, "width" | "height" | "scale" | "theme"> & {
  locale: string | null;
  turn: Turn;
};

/** A map without the tiles that it should show: thrown, so that nobody keeps it, and all who wait for it know. */
class MakeshiftMap extends Error {
  constructor(readonly png: Uint8Array) {
    super("The tiles did not come.");
  }
}

async function draw(map: ScanMap): Promise<Uint8Array> {
  try {
    const { png, isMakeshift } = await renderScanMap(map);
    if (isMakeshift) throw new MakeshiftMap(png);
    return png;
  } catch (error) {
    throw error instanceof TooManyMaps ? tooManyRequests(error.message, 1) : error;
  }
}

/**
 * A map of the place of one of the caller's scans, as a PNG. 404 for another producer's scan, too, and for a scan
 * without a location.
 */
export async function mapOfScan(ctx: Ctx, id: string, wish: MapWish): Promise<Picture> {
  const { latitude, longitude, copyclassification, coarse } = await placeOfOwnScan(ctx, id);
  if (latitude === null || longitude === null) {
    throw notFound("scan-without-location", `Scan ${id} has no location.`);
  }
  const { width, height, scale, theme, turn } = wish;
  const locale = plainLocale(wish.locale) ?? "en";
  const map: ScanMap = {
    latitude,
    longitude,
    classification: copyclassification,
    width,
    height,
    scale,
    locale,
    // Left out of the light ones, whose names stay as they are.
    ...(theme === "dark" ? { theme } : {}),
  };
  const look = createHash("sha256")
    .update(JSON.stringify([STYLE, env.MAP_TILE_URL, map]))
    .digest("hex");
  const version = `${id.toLowerCase()}-${coarse ? "area" : PRECISE_MAP}-${look.slice(0, 16)}`;
  try {
    return { type: "image/png", bytes: await takePicture(version, turn, () => draw(map)), version };
  } catch (error) {
    if (!(error instanceof MakeshiftMap)) throw error;
    return { type: "image/png", bytes: new Uint8Array(error.png), version: `${version}-makeshift` };
  }
}
