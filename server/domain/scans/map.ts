import { createHash } from "node:crypto";
import { type ScanMap, TooManyMaps } from "@assay/scan-map";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { type Picture, type Turn, takePicture } from "@/server/domain/contents/picture";
import { plainLocale } from "@/server/domain/shared/locale";
import { env } from "@/server/platform/env";
import { renderScanMap } from "@/server/platform/scan-map";
import { placeOfOwnScan } from "./read";

/** Raise this version when maps are drawn differently, so that cached maps are not reused. */
const STYLE = 2;

/** Part of the keys of maps with a precise place, which are deleted when the place becomes coarse. */
export const PRECISE_MAP = "map";

/** The options of a map; `locale` is unchecked input of the caller. */
export type MapWish = Pick<ScanMap, "width" | "height" | "scale" | "theme"> & {
  locale: string | null;
  turn: Turn;
};

/** A map without its tiles. It is thrown, so that it is not cached and every waiting caller receives it. */
class MakeshiftMap extends Error {
  constructor(readonly png: Uint8Array) {
    super("Map tiles are missing.");
  }
}

async function draw(map: ScanMap): Promise<Uint8Array> {
  try {
    const { png, isMakeshift } = await renderScanMap(map);
    if (isMakeshift) throw new MakeshiftMap(png);
    return png;
  } catch (error) {
    throw error instanceof TooManyMaps ? tooManyRequests("maps at once", error.message, 1) : error;
  }
}

/**
 * Draws a map of the place of one of the caller's scans, as a PNG.
 * @throws 404 for an unknown scan, another producer's scan, and a scan without a location; 429 for too many maps at once.
 */
export async function mapOfScan(ctx: Ctx, id: string, options: MapWish): Promise<Picture> {
  const { latitude, longitude, copyclassification, coarse } = await placeOfOwnScan(ctx, id);
  if (latitude === null || longitude === null) {
    throw notFound("scan-without-location", `Scan ${id} has no location.`);
  }
  const { width, height, scale, theme, turn } = options;
  const locale = plainLocale(options.locale) ?? "en";
  const map: ScanMap = {
    latitude,
    longitude,
    classification: copyclassification,
    width,
    height,
    scale,
    locale,
    // Absent from the options of light maps, so that their cache keys stay the same.
    ...(theme === "dark" ? { theme } : {}),
  };
  const optionsHash = createHash("sha256")
    .update(JSON.stringify([STYLE, env.MAP_TILE_URL, map]))
    .digest("hex");
  const version = `${id.toLowerCase()}-${coarse ? "area" : PRECISE_MAP}-${optionsHash.slice(0, 16)}`;
  try {
    return { type: "image/png", bytes: await takePicture(version, turn, () => draw(map)), version };
  } catch (error) {
    if (!(error instanceof MakeshiftMap)) throw error;
    return { type: "image/png", bytes: new Uint8Array(error.png), version: `${version}-makeshift` };
  }
}
