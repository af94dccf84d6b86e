import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { BaseMap } from "./base-map";
import { graticule } from "./graticule";
import { paletteOf } from "./style";
import { traceLines } from "./trace";
import type { Line, View } from "./view";

/** Below this, the steps of the data's grid (about 300 m) are visible. */
const SMOOTH_BELOW_KM_PER_PIXEL = 1.2;
/** From this on, the details of the fine lines are smaller than a pixel. */
const COARSE_FROM_KM_PER_PIXEL = 4;
const RIVERS_BELOW_KM_PER_PIXEL = 6;

/** Draws sea, land, the place's own country, waters, borders and graticule. */
export function drawBase(
  ctx: SKRSContext2D,
  view: View,
  map: BaseMap,
  { country, scale }: { country: string | undefined; scale: number },
): void {
  const { kmPerPixel } = view;
  const isClose = kmPerPixel < COARSE_FROM_KM_PER_PIXEL;
  const terrain = isClose ? map.fine : map.coarse;
  const smooth = kmPerPixel < SMOOTH_BELOW_KM_PER_PIXEL;
  /** From 0 to 1: lines are thinner where the map shows more. */
  const closeness = Math.max(0, Math.min(1, 1.15 - kmPerPixel / 5));
  const path = (lines: Line[], closed: boolean) => {
    const made = new Path2D();
    traceLines(made, view, lines, { closed, smooth, detail: (isClose ? 0.8 : 1.1) / scale });
    return made;
  };
  const stroke = (lines: Path2D, colour: string, width: number) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke(lines);
  };
  // Round joins take most of the time, and are only visible on close maps.
  ctx.lineJoin = isClose ? "round" : "bevel";
  ctx.fillStyle = paletteOf(ctx).sea;
  ctx.fillRect(0, 0, view.width, view.height);
  stroke(path(graticule(view), false), paletteOf(ctx).graticule, 0.8);

  // The line along the pole closes Antarctica, and is no coast.
  const land = path(terrain.land, true);
  const polarLand = path(terrain.polarLand, true);
  const coasts = [land, path(terrain.polarLand, false)];
  for (const width of isClose ? [3 + 5 * closeness, 1.5 + 2 * closeness] : [3]) {
    for (const coast of coasts) stroke(coast, paletteOf(ctx).seaByTheCoast, width);
  }
  const own = country ? terrain.countryRings(country) : [];
  ctx.fillStyle = own.length > 0 ? paletteOf(ctx).land : paletteOf(ctx).ownLand;
  ctx.fill(land);
  ctx.fill(polarLand);
  ctx.fillStyle = paletteOf(ctx).ownLand;
  ctx.fill(path(own, true));

  const lakes = path(map.lakes, true);
  ctx.fillStyle = paletteOf(ctx).sea;
  ctx.fill(lakes);
  stroke(lakes, paletteOf(ctx).coast, 0.3 + 0.3 * closeness);
  if (kmPerPixel < RIVERS_BELOW_KM_PER_PIXEL) {
    stroke(path(map.rivers, false), paletteOf(ctx).river, 0.6 + 0.7 * closeness);
  }
  for (const coast of coasts) stroke(coast, paletteOf(ctx).coast, 0.4 + 0.4 * closeness);
  ctx.setLineDash([4, 2.5]);
  stroke(path(terrain.borders, false), paletteOf(ctx).border, 0.6 + 0.4 * closeness);
  ctx.setLineDash([]);
}
