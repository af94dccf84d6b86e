import { createCanvas } from "@napi-rs/canvas";
import { type BaseMap, loadBaseMap } from "./base-map";
import type { Spot } from "./caption";
import { chooseView } from "./choose-view";
import { drawBase } from "./draw-base";
import { drawOver } from "./draw-over";
import { drawPlaces } from "./draw-places";
import { drawablePart } from "./fonts";
import { type Globe, loadGlobe } from "./globe";
import { anchorOf } from "./layout";
import { localised } from "./locale";
import type { DrawnMap, PlacesMap, ScanMap, TerritoryAt, TileSource } from "./options";
import { viewOfPlaces } from "./places-view";
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

export interface RendererOptions {
  /** The folder that `buildBaseMap` wrote. */
  baseMap: string;
  territoryAt: TerritoryAt;
}

export interface Renderer {
  /** Reads the base map, about 200 MB of memory, unless a map has already done it. */
  load(): void;
  /** The place and the view of a scan map. */
  sceneOf(scan: ScanMap): { spot: Spot; view: View };
  /** Draws a map as PNG: on the tiles if a source is given and all of them load, else from the base map only. */
  draw(scan: ScanMap, source?: TileSource): Promise<DrawnMap>;
  /** Draws places as a light PNG, from the base map. */
  drawPlaces(of: PlacesMap): Promise<Uint8Array>;
}

/** Draws scan maps in this thread. */
export function createRenderer({ baseMap, territoryAt }: RendererOptions): Renderer {
  let loaded: { map: BaseMap; globe: Globe } | undefined;
  const data = () => {
    loaded ??= { map: loadBaseMap(baseMap), globe: loadGlobe(baseMap) };
    return loaded;
  };

  const sceneOf = (scan: ScanMap) => {
    const { places } = data().map;
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
  };

  const draw = async (scan: ScanMap, source?: TileSource) => {
    const { map, globe } = data();
    const { width, height, scale } = scan;
    const { spot, view } = sceneOf(scan);
    const tiles = source && (await loadTiles(source, view, scale));

    const canvas = createCanvas(width * scale, height * scale);
    const ctx = canvas.getContext("2d");
    ctx.scale(scale, scale);
    // The default is the language of the machine, which may select other glyphs.
    ctx.lang = "en";
    const over = { spot, territoryAt, globe, localised: localised(scan.locale) };
    if (source && tiles && tiles !== "failed") {
      drawTiles(ctx, tiles);
      drawOver(ctx, tiles.view, { ...over, places: undefined, attribution: attributionOf(source) });
    } else {
      setTheme(ctx, scan.theme ?? "light");
      drawBase(ctx, view, map, { country: spot.country, scale });
      drawOver(ctx, view, { ...over, places: map.places, attribution: OWN_ATTRIBUTION });
    }
    return { png: await encodePng(canvas), isMakeshift: tiles === "failed" };
  };

  const drawMarks = async (of: PlacesMap) => {
    const { map } = data();
    const { width, height, scale, locale, places: marks } = of;
    const canvas = createCanvas(width * scale, height * scale);
    const ctx = canvas.getContext("2d");
    ctx.scale(scale, scale);
    ctx.lang = "en";
    setTheme(ctx, "light");
    const view = viewOfPlaces(of);
    drawBase(ctx, view, map, { country: undefined, scale });
    const { places } = map;
    const over = { marks, places, territoryAt, localised: localised(locale), attribution: OWN_ATTRIBUTION };
    drawPlaces(ctx, view, over);
    return encodePng(canvas);
  };

  return { load: () => void data(), sceneOf, draw, drawPlaces: drawMarks };
}
