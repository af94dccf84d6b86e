import { expect, test } from "vitest";
import { arcOf, viewOfPlaces } from "./places-view";

const place = (latitude: number, longitude: number) => ({
  latitude,
  longitude,
  classification: "fake" as const,
  count: 1,
});
const size = { width: 800, height: 400, scale: 1, locale: "en" } as const;

test.each([
  [[4, 10], { middle: 7, degrees: 6 }],
  [[10, 4, 7], { middle: 7, degrees: 6 }],
  [[178, -171], { middle: -176.5, degrees: 11 }],
  [[-171, 178], { middle: -176.5, degrees: 11 }],
  [[5], { middle: 5, degrees: 0 }],
  [[-180, 180], { middle: -180, degrees: 0 }],
])("the shortest arc with the longitudes %j", (longitudes, arc) => {
  expect(arcOf(longitudes)).toEqual(arc);
});

test.each([
  ["one place", [place(51.92, 4.48)]],
  ["places of one street", [place(51.92, 4.48), place(51.9201, 4.4801)]],
  ["a country", [place(51.92, 4.48), place(52.37, 4.9), place(50.85, 5.69)]],
  ["both sides of the antimeridian", [place(-18, 178), place(-14, -171)]],
  ["the whole world", [place(60, -120), place(-35, 150), place(0, 20)]],
])("%s: all places lie inside the picture", (_, places) => {
  const view = viewOfPlaces({ ...size, places });
  for (const { longitude, latitude } of places) {
    const { x, y } = view.project(longitude, latitude);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(size.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(size.height);
  }
});
