import type { SKRSContext2D } from "@napi-rs/canvas";
import { captionOf, type Spot } from "./caption";
import { drawCountryNames, placeCountryNames } from "./country-names";
import { drawLabels, layOutLabels } from "./draw-labels";
import { drawScaleBar, scaleBarBox } from "./draw-scale-bar";
import { drawGlobe, type Globe } from "./globe";
import type { Box } from "./labels";
import { globeDisc, mapHeight, roomFor } from "./layout";
import type { Localised } from "./locale";
import { drawHalo, drawMarker, markerBox, markerSize } from "./marker";
import type { TerritoryAt } from "./options";
import type { Places } from "./places";
import { drawStrip, planStrip } from "./strip";
import { paletteOf } from "./style";
import type { View } from "./view";

const MAX_CANDIDATE_TOWNS = 160;

interface Overlay {
  spot: Spot;
  territoryAt: TerritoryAt;
  globe: Globe;
  localised: Localised;
  /** The places to name; none where the map below has names. */
  places: Places | undefined;
  attribution: string;
}

/** Draws everything over the map where there is room: names, marker, scale bar, globe and strip. */
export function drawOver(ctx: SKRSContext2D, view: View, over: Overlay): void {
  const { width, height, anchor } = view;
  const { spot, globe, localised, places, attribution } = over;
  const { latitude, longitude, classification } = spot;
  const room = roomFor(view);
  const size = markerSize(view);
  const bottom = mapHeight(view);
  const disc = globeDisc(view);
  const inside: Box = { left: 6, top: 6, right: width - 6, bottom: bottom - 4 };
  const strip = planStrip(ctx, view, {
    caption: captionOf(spot, localised),
    classification,
    attribution,
    localised,
  });
  const taken = [
    markerBox(anchor, size),
    ...(room.scaleBar ? [scaleBarBox(bottom)] : []),
    ...(room.globe ? [disc.box] : []),
    ...(strip.isAttributionAbove ? [strip.attributionBox] : []),
  ];
  const drawNames =
    places && room.strip ? layOutNames(ctx, view, { ...over, places, inside, taken }) : undefined;
  drawHalo(ctx, anchor, Math.min(50, Math.min(width, height) * 0.2), classification);
  drawNames?.();
  drawMarker(ctx, view, classification);
  if (room.scaleBar) drawScaleBar(ctx, view, bottom, localised);
  if (room.globe)
    drawGlobe(ctx, globe, { ...disc, latitude, longitude, colour: paletteOf(ctx).marks[classification] });
  if (room.strip) drawStrip(ctx, strip);
}

interface Naming extends Overlay {
  places: Places;
  inside: Box;
  taken: Box[];
}

/** Finds room for the names of countries and towns; returns a function that draws them. */
function layOutNames(
  ctx: SKRSContext2D,
  view: View,
  { spot, territoryAt, localised, places, inside, taken }: Naming,
): () => void {
  const { anchor } = view;
  // Names of countries have many possible positions; the own town's name has one.
  const ownName = { left: anchor.x - 90, top: anchor.y, right: anchor.x + 90, bottom: anchor.y + 34 };
  const countries = placeCountryNames(ctx, view, {
    territoryAt,
    localised,
    inside,
    taken: [...taken, ownName],
  });
  const towns = layOutLabels(ctx, view, places.inView(view, MAX_CANDIDATE_TOWNS), {
    inside,
    taken: [...taken, ...countries.map(({ box }) => box)],
    anchor,
    town: spot.town,
    near: spot.town ? undefined : spot.near,
  });
  return () => {
    drawCountryNames(ctx, countries, localised.language);
    drawLabels(ctx, towns);
  };
}
