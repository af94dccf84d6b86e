import type { Coordinates } from "./topology";

export interface Point {
  x: number;
  y: number;
}

/** A coast, border, river or shore, made ready for being projected. */
export interface Line {
  /** Degrees, in turns; longitudes go on beyond 180 where the line crosses the antimeridian. */
  coordinates: Coordinates;
  /** Heights on the Mercator map, of which the world is 1 wide. */
  heights: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
  /** How many points are the line itself; the others close a ring around the pole. */
  own: number;
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
