import { createCanvas } from "@napi-rs/canvas";
import { placeAt } from "../place";
import { type BaseMap, loadBaseMap } from "./base-map";
import type { Spot } from "./caption";
import { drawBase } from "./draw-base";
import { drawOver } from "./draw-over";
import { type Globe, loadGlobe } from "./globe";
import { anchorOf } from "./layout";
import { localised } from "./locale";
import { encodePng } from "./png";
import { radiusKm } from "./radius";
import type { ScanMap, TileSource } from "./scan-map";
import { drawTiles, loadTiles } from "./tiles";
import { chooseView } from "./view";

const OWN_ATTRIBUTION = "Natural Earth · GeoNames CC BY 4.0";

let loaded: { map: BaseMap; globe: Globe } | undefined;

/** The map data, read on first use. */
export function mapData() {
  loaded ??= { map: loadBaseMap(), globe: loadGlobe() };
  return loaded;
}

/**
 * Draws a scan map as PNG: on the deployment's tiles where there are such and all of them come, else from the bundled
 * data alone.
 */
export async function drawScanMap(scan: ScanMap, source?: TileSource): Promise<Buffer> {
  const { map, globe } = mapData();
  const { width, height, scale, latitude, longitude, classification } = scan;
  const { country } = placeAt(latitude, longitude);
  const town = map.places.namesake(latitude, longitude);
  const near = map.places.landmark(latitude, longitude);
  const spot: Spot = { latitude, longitude, classification, country, town, near };
  const view = chooseView(
    { width, height, latitude, longitude, anchor: anchorOf(scan) },
    radiusKm(map.places, spot),
  );
  const tiles = source && (await loadTiles(source, view, scan));

  const canvas = createCanvas(width * scale, height * scale);
  const ctx = canvas.getContext("2d");
  ctx.scale(scale, scale);
  ctx.lang = "en";
  const over = { spot, globe, localised: localised(scan.locale) };
  if (source && tiles) {
    drawTiles(ctx, tiles);
    drawOver(ctx, tiles.view, { ...over, places: undefined, attribution: source.attribution });
  } else {
    drawBase(ctx, view, map, { country, scale });
    drawOver(ctx, view, { ...over, places: map.places, attribution: OWN_ATTRIBUTION });
  }
  return encodePng(canvas);
}
