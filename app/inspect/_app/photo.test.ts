import { expect, test } from "vitest";
import { scaleOf } from "./photo";

test.each([
  [4_096, 3_072, 0.5],
  [1_536, 4_096, 0.5],
  [2_048, 2_048, 1],
  [640, 480, 1],
])("a photo of %i x %i pixels is scaled by %d", (width, height, scale) => {
  expect(scaleOf(width, height)).toBe(scale);
});
