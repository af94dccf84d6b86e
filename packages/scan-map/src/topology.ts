/** The parts of TopoJSON that the base map's files use. */
export interface Topology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: {
    land: { arcs: number[][][] };
    borders: { arcs: number[][] };
    countries: { geometries: { properties: { name: string; code?: string }; arcs: number[][][] }[] };
  };
}

/** Alternating longitudes and latitudes, in degrees. */
export type Coordinates = Float64Array;

/** Converts every arc of a topology to degrees. */
export function decodeArcs({ arcs, transform }: Topology): Coordinates[] {
  const [scaleX, scaleY] = transform.scale;
  const [left, bottom] = transform.translate;
  return arcs.map((arc) => {
    const coordinates = new Float64Array(arc.length * 2);
    let x = 0;
    let y = 0;
    let i = 0;
    for (const [dx, dy] of arc) {
      x += dx;
      y += dy;
      coordinates[i++] = x * scaleX + left;
      coordinates[i++] = y * scaleY + bottom;
    }
    return coordinates;
  });
}

/** Joins arcs to one line; in TopoJSON a negative number is a reversed arc. */
export function stitch(arcs: Coordinates[], numbers: number[]): Coordinates {
  const parts = numbers.map((number) => ({
    arc: arcs[number < 0 ? ~number : number],
    backwards: number < 0,
  }));
  const length = parts.reduce((sum, { arc }) => sum + (arc?.length ?? 0), 0);
  const line = new Float64Array(length);
  let end = 0;
  for (const { arc, backwards } of parts) {
    if (!arc) continue;
    // An arc starts at the end of the previous one.
    if (end > 0) end -= 2;
    if (backwards) {
      for (let i = arc.length - 2; i >= 0; i -= 2) {
        line[end++] = arc[i] ?? 0;
        line[end++] = arc[i + 1] ?? 0;
      }
    } else {
      line.set(arc, end);
      end += arc.length;
    }
  }
  return line.subarray(0, end);
}
