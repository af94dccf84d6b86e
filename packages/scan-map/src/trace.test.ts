import { createCanvas } from "@napi-rs/canvas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseView } from "./choose-view";
import { ring } from "./line";
import { cut, traceLines } from "./trace";

const PICTURE = { width: 120, height: 80 };

function filled(points: number[]): Uint8ClampedArray {
  const ctx = createCanvas(PICTURE.width, PICTURE.height).getContext("2d");
  ctx.beginPath();
  for (let i = 0; i < points.length; i += 2) ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  ctx.closePath();
  ctx.fill("evenodd");
  return ctx.getImageData(0, 0, PICTURE.width, PICTURE.height).data;
}

const coordinate = fc.integer({ min: -300, max: 400 });

test("dropping points beyond the picture changes no pixel", () => {
  fc.assert(
    fc.property(fc.array(coordinate, { minLength: 6, maxLength: 80 }), (numbers) => {
      const points = numbers.slice(0, numbers.length - (numbers.length % 2));
      const kept = cut(Float64Array.from(points), points.length / 2, PICTURE, 0);
      const [before, after] = [filled(points), filled(kept)];
      // The antialiased edges of slivers may differ slightly.
      const changed = before.filter((value, i) => Math.abs(value - (after[i] ?? 0)) > 200);
      expect(changed.length).toBe(0);
    }),
    { numRuns: 150 },
  );
});

test("a distant coast leaves almost no points", () => {
  const points = Float64Array.from({ length: 20_000 }, (_, i) =>
    i % 2 === 0 ? 5000 + i : Math.sin(i) * 1000,
  );
  expect(cut(points, 10_000, PICTURE, 0).length).toBeLessThan(10);
});

test("inside a coast around the picture there is only land, even on a close map", () => {
  const anchor = { x: 60, y: 40 };
  const view = chooseView({ ...PICTURE, latitude: 46, longitude: 8, anchor }, 90);
  const land = ring(
    Float64Array.of(
      -9,
      37,
      0,
      36.5,
      20,
      37,
      40,
      36,
      60,
      60,
      30,
      70,
      25,
      70.5,
      5,
      62,
      -9,
      43,
      -9.5,
      40,
      -9,
      37,
    ),
  );
  const ctx = createCanvas(PICTURE.width, PICTURE.height).getContext("2d");
  ctx.beginPath();
  traceLines(ctx, view, [land], { closed: true, smooth: true, detail: 0.8 });
  ctx.fill();
  const { data } = ctx.getImageData(0, 0, PICTURE.width, PICTURE.height);
  expect(data.filter((value, i) => i % 4 === 3 && value !== 255)).toHaveLength(0);
});
