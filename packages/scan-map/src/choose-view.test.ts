import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseView } from "./choose-view";
import { openLine, ring, unrolled } from "./line";
import type { Frame } from "./view";

const frame = (latitude: number, longitude: number): Frame => ({
  width: 600,
  height: 400,
  latitude,
  longitude,
  anchor: { x: 300, y: 190 },
});

// Holds decision 0019.
test.each([
  ["Hamburg", 53.55, 10, 100, "mercator"],
  ["Longyearbyen", 78.2, 15.6, 420, "mercator"],
  ["the North Pole", 90, 0, 1900, "azimuthal"],
  ["the South Pole", -90, 0, 1900, "azimuthal"],
  ["just beyond 80 degrees", -80.1, 100, 100, "azimuthal"],
  ["a wide view that would reach the pole", 75, 0, 2000, "azimuthal"],
])("%s is drawn in the projection that suits it", (_, latitude, longitude, radiusKm, kind) => {
  expect(chooseView(frame(latitude, longitude), radiusKm).kind).toBe(kind);
});

test("the place is at the anchor, and unproject reverses project", () => {
  const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
  const longitudes = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(
      latitudes,
      longitudes,
      fc.integer({ min: 80, max: 3000 }),
      (latitude, longitude, radiusKm) => {
        const view = chooseView(frame(latitude, longitude), radiusKm);
        const at = view.project(longitude, latitude);
        expect([at.x, at.y].map(Math.round)).toEqual([300, 190]);
        const there = view.unproject(420, 240);
        const back = view.project(there.longitude, there.latitude);
        expect(back.x).toBeCloseTo(420, 3);
        expect(back.y).toBeCloseTo(240, 3);
      },
    ),
  );
});

test.each([179.9, -179.9, 180, -180])(
  "at longitude %s both sides of the antimeridian are in view",
  (longitude) => {
    const view = chooseView(frame(-17, longitude), 300);
    const [west, east] = [view.project(178, -17), view.project(-178, -17)];
    expect(west.x).toBeGreaterThan(0);
    expect(west.x).toBeLessThan(300);
    expect(east.x).toBeGreaterThan(300);
    expect(east.x).toBeLessThan(600);
    const island = ring(Float64Array.of(177, -18, 178.5, -18, 178.5, -17, 177, -18));
    expect(view.turnsOf(island)).toHaveLength(1);
  },
);

test("a line across the antimeridian continues without a jump", () => {
  expect([...unrolled(Float64Array.of(178, 60, -179, 62, 179, 65))]).toEqual([178, 60, 181, 62, 179, 65]);
  expect(openLine(Float64Array.of(-179, 1, 179, 2))).toMatchObject({ west: -181, east: -179 });
});

test("land around a pole is closed along the pole, without a coast there", () => {
  const around = ring(Float64Array.of(-180, -70, -60, -75, 60, -72, 180, -70));
  expect(around.own).toBe(4);
  expect(around.coordinates).toHaveLength(14);
  expect(around.south).toBe(-90);
  expect(around.east).toBeGreaterThan(180);
});

test("the world appears at most once", () => {
  const wide = { ...frame(0, 0), width: 1200, height: 16 };
  const { bounds } = chooseView(wide, 3200);
  expect(bounds.east - bounds.west).toBeLessThanOrEqual(360);
});
