import type { Box } from "./labels";
import { markerSize } from "./marker";
import type { Point } from "./view";

interface Size {
  width: number;
  height: number;
}

export const STRIP_HEIGHT = 48;

/** The elements that fit into a map of this size. Place names need the strip, which has their attribution. */
export function roomFor({ width, height }: Size) {
  const strip = width >= 260 && height >= 150;
  return { strip, scaleBar: strip && width >= 340, globe: width >= 340 && height >= 240 };
}

/** The height of the map above the strip. */
export const mapHeight = (size: Size) => (roomFor(size).strip ? size.height - STRIP_HEIGHT : size.height);

/** The position of the place: the middle of the map, a little lower to allow for the marker. */
export function anchorOf(size: Size): Point {
  const height = mapHeight(size);
  const lower = markerSize(size) > 0 ? Math.min(14, height / 8) : 0;
  return { x: Math.round(size.width / 2), y: Math.round(height / 2 + lower) };
}

/** The position of the inset globe. */
export function globeDisc({ width, height }: Size): { middle: Point; radius: number; box: Box } {
  const radius = Math.min(54, width * 0.085, height * 0.13);
  const middle = { x: width - radius - 14, y: radius + 14 };
  const side = radius + 7;
  const box = {
    left: middle.x - side,
    top: middle.y - side,
    right: middle.x + side,
    bottom: middle.y + side,
  };
  return { middle, radius, box };
}
