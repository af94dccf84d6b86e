import type { Coordinates } from "./topology";

export interface Point {
  x: number;
  y: number;
}

/** A coast, border, river or shore, prepared for projection. */
export interface Line {
  /** Degrees, longitudes and latitudes alternating; longitudes exceed 180 where the line crosses the antimeridian. */
  coordinates: Coordinates;
  /** Heights on a Mercator map whose world is 1 wide. */
  heights: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
  /** Number of points of the line itself; the others close a ring around the pole. */
  own: number;
}

/** The size and place of a map. Lengths in CSS pixels. */
export interface Frame {
  width: number;
  height: number;
  latitude: number;
  longitude: number;
  /** The position of the place in the picture. */
  anchor: Point;
}

/** A projection for a frame. */
export interface View extends Frame {
  kind: "mercator" | "azimuthal";
  /** At the anchor. */
  kmPerPixel: number;
  /** The position of a place in or outside the picture; of several copies, the nearest to the anchor. */
  project(longitude: number, latitude: number): Point;
  /** The place at a position of the picture. */
  unproject(x: number, y: number): { longitude: number; latitude: number };
  /** Whole turns in degrees that move a line into view; none if it cannot be visible. */
  turnsOf(line: Line): number[];
  /** Writes the points of a line, x and y alternating. */
  projectLine(line: Line, turn: number, into: Float64Array): void;
  /** Degrees; the area outside is never visible. */
  bounds: { west: number; south: number; east: number; north: number };
}
