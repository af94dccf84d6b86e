import { azimuthalView } from "./azimuthal";
import type { Line } from "./line";
import { latitudeAt, mercatorView, mercatorY, worldWidth } from "./mercator";

export type { Line };

export interface Point {
  x: number;
  y: number;
}

/** What a map is of. Lengths in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
  latitude: number;
  longitude: number;
  /** Where that place is in the picture. */
  anchor: Point;
}

/** A projection that is set to a frame. */
export interface View extends Frame {
  kind: "mercator" | "azimuthal";
  /** At the anchor. */
  kmPerPixel: number;
  /** Where a place is in the picture, or beside it; of several copies, the one nearest to the anchor. */
  project(longitude: number, latitude: number): Point;
  /** The place at a point of the picture. */
  unproject(x: number, y: number): { longitude: number; latitude: number };
  /** The whole turns, in degrees, by which a line has to be moved to be seen; none where it cannot be seen. */
  turnsOf(line: Line): number[];
  /** Writes the points of a line, x and y in turns. */
  projectLine(line: Line, turn: number, into: Float64Array): void;
  /** Degrees; nothing outside can be seen. */
  bounds: { west: number; south: number; east: number; north: number };
}

/** From here on Mercator tells too little of the truth. */
const POLAR_FROM = 80;
/** The Mercator map may show places up to here. */
const MERCATOR_SHOWS = 84;

/** A map that shows about `radiusKm` around the frame's place, on the projection that suits it. */
export function chooseView(frame: Frame, radiusKm: number): View {
  const { width, height, latitude } = frame;
  const kmPerPixel = radiusKm / (Math.max(height, (width * 2) / 3) / 2);
  if (Math.abs(latitude) > POLAR_FROM) return azimuthalView(frame, kmPerPixel);
  // The world once at most, so that no place is there twice.
  const world = Math.max(worldWidth(latitude, kmPerPixel), width);
  const half = Math.max(frame.anchor.y, height - frame.anchor.y) / world;
  const farthest = latitudeAt(Math.abs(mercatorY(latitude)) + half);
  return farthest > MERCATOR_SHOWS ? azimuthalView(frame, kmPerPixel) : mercatorView(frame, world);
}
