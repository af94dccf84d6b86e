import type { SKRSContext2D } from "@napi-rs/canvas";
import { drawCountryNames, placeCountryNames } from "./country-names";
import { drawLabels, layOutLabels } from "./draw-labels";
import { drawScaleBar, scaleBarBox } from "./draw-scale-bar";
import { fontFor } from "./fonts";
import type { Box } from "./labels";
import type { Localised } from "./locale";
import { drawShape } from "./marker-shape";
import type { PlacesMap, TerritoryAt } from "./options";
import type { Places } from "./places";
import { paletteOf } from "./style";
import type { Point, View } from "./view";

const MAX_TOWNS = 160;
const SIZE = 10;
/** The side of a picture whose shape has the size of a mark on this map. */
const SHAPE_SIDE = 36;

interface Overlay {
  marks: PlacesMap["places"];
  places: Places;
  territoryAt: TerritoryAt;
  localised: Localised;
  attribution: string;
}

/** Writes a text with a light edge that keeps it readable on the map. */
function write(ctx: SKRSContext2D, text: string, { x, y }: Point): void {
  ctx.strokeStyle = paletteOf(ctx).halo;
  ctx.lineWidth = 3;
  ctx.lineJoin = "round";
  ctx.strokeText(text, x, y);
  ctx.fillStyle = paletteOf(ctx).text;
  ctx.fillText(text, x, y);
}

/** Draws everything over the base of a map of places: names where there is room, marks, scale bar and attribution. */
export function drawPlaces(ctx: SKRSContext2D, view: View, over: Overlay): void {
  const { width, height } = view;
  const { marks, places, territoryAt, localised, attribution } = over;
  const at = marks.map((mark) => ({ ...mark, ...view.project(mark.longitude, mark.latitude) }));
  const around = ({ x, y }: Point): Box => ({ left: x - 9, top: y - 9, right: x + 9, bottom: y + 9 });
  const inside = { left: 6, top: 6, right: width - 6, bottom: height - 4 };
  const below = { left: 0, top: height - 18, right: width, bottom: height };
  const taken = [...at.map(around), scaleBarBox(height), below];
  const countries = placeCountryNames(ctx, view, { territoryAt, localised, inside, taken });
  const towns = layOutLabels(ctx, view, places.inView(view, MAX_TOWNS), {
    inside,
    taken: [...taken, ...countries.map(({ box }) => box)],
    anchor: view.anchor,
    town: undefined,
    near: undefined,
  });
  drawCountryNames(ctx, countries, localised.language);
  drawLabels(ctx, towns);
  // The largest ones come last, on top.
  for (const mark of at.toSorted((a, b) => a.count - b.count))
    drawShape(ctx, mark, SHAPE_SIDE, mark.classification);
  ctx.direction = "ltr";
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.font = fontFor("0123456789", SIZE, 600);
  for (const { count, x, y } of at) if (count > 1) write(ctx, String(count), { x: x + 9, y });
  drawScaleBar(ctx, view, height, localised);
  ctx.direction = "ltr";
  ctx.textBaseline = "alphabetic";
  ctx.textAlign = "right";
  ctx.font = fontFor(attribution, SIZE - 1, 400);
  write(ctx, attribution, { x: width - 8, y: height - 7 });
}
