import { expect, test } from "vitest";
import { boxBetween, WORLD } from "./box";

test("a view that is as wide as the world is the whole world, also with a rounding error", () => {
  for (const east of [192, 191.99999999999997, 200]) expect(boxBetween(-168, -90, east, 90)).toEqual(WORLD);
});

test("a view across the antimeridian has its west to the east of its east", () => {
  expect(boxBetween(170, -10, 190, 10)).toEqual({ west: 170, south: -10, east: -170, north: 10 });
});
