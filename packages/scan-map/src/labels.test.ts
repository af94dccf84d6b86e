import fc from "fast-check";
import { expect, test } from "vitest";
import { type Box, type LabelWish, overlap, placeLabels } from "./labels";

const inside: Box = { left: 6, top: 6, right: 594, bottom: 346 };
const marker: Box = { left: 285, top: 150, right: 315, bottom: 195 };

const wish = fc.record({
  what: fc.nat(),
  x: fc.integer({ min: -20, max: 620 }),
  y: fc.integer({ min: -20, max: 420 }),
  width: fc.integer({ min: 10, max: 160 }),
  height: fc.constant(14),
  gap: fc.constant(6),
  dot: fc.constant(3),
});
const wishes = fc.array(wish, { maxLength: 80 });

const pairs = <T>(all: T[]) =>
  all.flatMap((one, i) => all.slice(i + 1).map((other) => [one, other] as const));
const place = (all: LabelWish<number>[]) => placeLabels(all, { inside, taken: [marker], most: 40 });

test("names overlap neither each other nor a dot or the marker, and all are complete", () => {
  fc.assert(
    fc.property(wishes, (all) => {
      const placed = place(all);
      expect(placed.length).toBeLessThanOrEqual(40);
      const dots = placed.map(({ x, y }) => ({ left: x - 3, top: y - 3, right: x + 3, bottom: y + 3 }));
      expect(pairs(placed).filter(([one, other]) => overlap(one.box, other.box))).toEqual([]);
      expect(placed.filter(({ box }) => [marker, ...dots].some((other) => overlap(box, other)))).toEqual([]);
      for (const { box } of placed) {
        expect(box.left).toBeGreaterThanOrEqual(inside.left);
        expect(box.right).toBeLessThanOrEqual(inside.right);
        expect(box.bottom).toBeLessThanOrEqual(inside.bottom);
      }
    }),
    { numRuns: 60 },
  );
});

test("equal wishes give the same picture", () => {
  fc.assert(
    fc.property(wishes, (all) => {
      expect(place(all)).toEqual(place(structuredClone(all)));
    }),
    { numRuns: 20 },
  );
});

test("the first wish is placed first, on the right of its point where possible", () => {
  const town = { what: 1, x: 100, y: 100, width: 50, height: 14, gap: 6, dot: 3 };
  const [first, second] = place([town, { ...town, what: 2, y: 116 }]);
  expect(first).toMatchObject({ what: 1, box: { left: 106 } });
  expect(second?.box).not.toMatchObject({ left: 106 });
});
