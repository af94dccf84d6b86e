import { createCanvas } from "@napi-rs/canvas";
import { territoryAt } from "../place";
import { type BaseMap, loadBaseMap } from "./base-map";
import type { Spot } from "./caption";
import { chooseView } from "./choose-view";
import { drawBase } from "./draw-base";
import { drawOver } from "./draw-over";
import { drawablePart } from "./fonts";
import { type Globe, loadGlobe } from "./globe";
import { anchorOf } from "./layout";
import { localised } from "./locale";
import type { ScanMap, TileSource } from "./options";
import { encodePng } from "./png";
import { radiusKm } from "./radius";
import { setTheme } from "./style";
import { drawTiles, loadTiles } from "./tiles";
import type { View } from "./view";

/** On tiles as well, since the caption names places of GeoNames. */
const PLACES_ATTRIBUTION = "GeoNames CC BY 4.0";
const OWN_ATTRIBUTION = `Natural Earth · ${PLACES_ATTRIBUTION}`;

const attributionOf = ({ attribution }: TileSource) =>
  [drawablePart(attribution).trim(), PLACES_ATTRIBUTION].filter((part) => part !== "").join(" · ");

let loaded: { map: BaseMap; globe: Globe } | undefined;

/** The map data, read on first use. */
export function mapData() {
  loaded ??= { map: loadBaseMap(), globe: loadGlobe() };
  return loaded;
}

/** The place and the view of a scan map. */
export function sceneOf(scan: ScanMap): { spot: Spot; view: View } {
  const { places } = mapData().map;
  const { width, height, latitude, longitude, classification } = scan;
  const spot: Spot = {
    latitude,
    longitude,
    classification,
    country: territoryAt(latitude, longitude),
    town: places.namesake(latitude, longitude),
    near: places.landmark(latitude, longitude),
  };
  const frame = { width, height, latitude, longitude, anchor: anchorOf(scan) };
  return { spot, view: chooseView(frame, radiusKm(places, spot)) };
}

/** A drawn map; `isMakeshift` if it should show tiles and they did not load. */
export interface DrawnMap {
  png: Uint8Array;
  isMakeshift: boolean;
}

/**
 * Draws a scan map as PNG: on the deployment's tiles if they are configured and all of them load, else from the bundled
 * data only.
 */
export async function drawScanMap(scan: ScanMap, source?: TileSource): Promise<DrawnMap> {
  const { map, globe } = mapData();
  const { width, height, scale } = scan;
  const { spot, view } = sceneOf(scan);
  const tiles = source && (await loadTiles(source, view, scale));

  const canvas = createCanvas(width * scale, height * scale);
  const ctx = canvas.getContext("2d");
  ctx.scale(scale, scale);
  // The default is the language of the machine, which may select other glyphs.
  ctx.lang = "en";
  const over = { spot, globe, localised: localised(scan.locale) };
  if (source && tiles && tiles !== "failed") {
    drawTiles(ctx, tiles);
    drawOver(ctx, tiles.view, { ...over, places: undefined, attribution: attributionOf(source) });
  } else {
    setTheme(ctx, scan.theme ?? "light");
    drawBase(ctx, view, map, { country: spot.country, scale });
    drawOver(ctx, view, { ...over, places: map.places, attribution: OWN_ATTRIBUTION });
  }
  return { png: await encodePng(canvas), isMakeshift: tiles === "failed" };
}
