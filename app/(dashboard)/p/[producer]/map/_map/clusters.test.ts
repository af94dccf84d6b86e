import fc from "fast-check";
import { expect, test } from "vitest";
import { clustersOf } from "./clusters";
import { allOf, wantedOf } from "./counts";
import { boxAround, tileBox } from "./mercator";

const LEVEL = 6;
const count = fc.integer({ min: 0, max: 5_000 });
const cells = fc.uniqueArray(
  fc
    .record({
      x: fc.integer({ min: 0, max: 63 }),
      y: fc.integer({ min: 0, max: 63 }),
      original: count,
      fake: count,
      unknown: count,
      error: count,
    })
    .map((cell) => {
      const { west, east, south, north } = tileBox(LEVEL, cell.x, cell.y);
      return { ...cell, longitude: (west + east) / 2, latitude: (south + north) / 2 };
    }),
  { selector: ({ x, y }) => `${x}/${y}`, maxLength: 80 },
);

test("marks count every wanted scan exactly once and lie within their boxes", () => {
  fc.assert(
    fc.property(
      cells,
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(null, "fake" as const),
      (cells, zoom, verdict) => {
        const marks = clustersOf(cells, LEVEL, zoom, verdict);
        const wanted = cells.filter((cell) => wantedOf(cell, verdict) > 0);
        const sum = (of: number[]) => of.reduce((sum, one) => sum + one, 0);
        expect(sum(marks.map(({ wanted }) => wanted))).toBe(
          sum(wanted.map((cell) => wantedOf(cell, verdict))),
        );
        expect(sum(marks.map(({ counts }) => allOf(counts)))).toBe(sum(wanted.map(allOf)));
        expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
        for (const { box, latitude, longitude } of marks) {
          expect(latitude >= box.south && latitude <= box.north).toBe(true);
          expect(longitude >= box.west && longitude <= box.east).toBe(true);
        }
      },
    ),
  );
});

test("a view across the antimeridian requests one box that crosses it", () => {
  const { west, east } = boxAround(170, -20, 200, 10, 4);
  expect(west).toBeLessThanOrEqual(170);
  expect(west).toBeGreaterThan(100);
  expect(east).toBeGreaterThanOrEqual(-160);
  expect(east).toBeLessThan(-100);
});

test("a view of the whole world or more requests the world", () => {
  expect(boxAround(-250, -89, 220, 89, 1)).toEqual({ west: -180, south: -90, east: 180, north: 90 });
});
