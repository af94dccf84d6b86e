import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { testRenderer } from "../testing/renderer";
import { markerSize } from "./marker";
import type { ScanMap } from "./options";
import { COLOURS, DARK_COLOURS } from "./style";

vi.setConfig({ testTimeout: 20_000 });

const { load, draw, sceneOf } = testRenderer();

beforeAll(load, 30_000);

const CLASSIFICATIONS = ["original", "fake", "unknown", "error"] as const;

const scan = (latitude: number, longitude: number, rest: Partial<ScanMap> = {}): ScanMap => ({
  latitude,
  longitude,
  classification: "original",
  width: 600,
  height: 400,
  scale: 1,
  locale: "en",
  ...rest,
});

/** Whether a pixel is mostly of a colour: edges are mixed. */
function isNear(pixel: string, colour: string): boolean {
  const apart = [1, 3, 5].map((at) =>
    Math.abs(Number.parseInt(pixel.slice(at, at + 2), 16) - Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  return Math.max(...apart) < 48;
}

async function pictureOf(map: ScanMap) {
  const { data, info } = await sharp((await draw(map)).png)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const at = info.channels * (Math.floor(y) * info.width + Math.floor(x));
    return `#${data.subarray(at, at + 3).toString("hex")}`;
  };
  const share = (colour: string) => {
    const wanted = Number.parseInt(colour.slice(1), 16);
    let found = 0;
    for (let at = 0; at < data.length; at += info.channels) if (data.readUIntBE(at, 3) === wanted) found++;
    return found / (info.width * info.height);
  };
  const { view } = sceneOf(map);
  const at = (latitude: number, longitude: number) => {
    const { x, y } = view.project(longitude, latitude);
    // The most frequent colour around: a name or line may cover the place itself.
    const around = Array.from({ length: 121 }, (_, i) =>
      colourAt(x + (i % 11) - 5, y + Math.floor(i / 11) - 5),
    );
    const count = (colour: string) => around.filter((other) => other === colour).length;
    return around.reduce((most, colour) => (count(colour) > count(most) ? colour : most));
  };
  return { info, view, colourAt, share, at };
}

test.each(CLASSIFICATIONS)(
  "%s: the marker's tip is on the place, in the classification's colour, with a white sign in its head",
  async (classification) => {
    const { view, colourAt } = await pictureOf(scan(53.5511, 9.9937, { classification }));
    const { x, y } = view.anchor;
    const size = markerSize(view);
    expect(colourAt(x, y - 8 * size)).toBe(COLOURS.marks[classification]);
    expect(colourAt(x, y - 36 * size)).toBe(COLOURS.marks[classification]);
    const head = Array.from({ length: 16 }, (_, i) => y - (18 + i) * size);
    const row = (at: number) => Array.from({ length: 17 }, (_, i) => colourAt(x - 8 + i, at));
    expect(head.flatMap(row)).toContain("#ffffff");
  },
);

describe.each([
  ["light", COLOURS],
  ["dark", DARK_COLOURS],
] as const)("markers in the %s theme", (theme, palette) => {
  test("keep the sign of the classification in the palette's colour", async () => {
    const { view, colourAt } = await pictureOf(scan(53.5511, 9.9937, { classification: "error", theme }));
    const { x, y } = view.anchor;
    const stroke = Array.from({ length: 30 }, (_, i) => colourAt(x, y - (12 + i) * markerSize(view)));
    expect(stroke).toContain(palette.marks.error);
    expect(stroke).toContain(palette.markInk);
  });

  test.each([16, 24, 40, 55])("differ in shape in a picture of %i pixels", async (side) => {
    const shapes = await Promise.all(
      CLASSIFICATIONS.map(async (classification) => {
        const picture = { width: side, height: side, classification, theme };
        const { colourAt } = await pictureOf(scan(53.5511, 9.9937, picture));
        return Array.from({ length: side * side }, (_, i) =>
          isNear(colourAt(i % side, i / side), palette.marks[classification]),
        );
      }),
    );
    const area = (shape: boolean[]) => shape.filter(Boolean).length;
    for (const [i, one] of shapes.entries()) {
      expect(area(one)).toBeGreaterThan(8);
      for (const other of shapes.slice(i + 1)) {
        const unlike = one.filter((is, at) => is !== other[at]).length;
        expect(unlike / Math.min(area(one), area(other))).toBeGreaterThan(0.25);
      }
    }
  });
});

test("land, sea and the place's own country differ in colour", async () => {
  const { at } = await pictureOf(scan(36.1408, -5.3536));
  expect(at(36.32, -5.75)).toBe(COLOURS.land);
  expect(at(35.7, -5.6)).toBe(COLOURS.land);
  expect(at(35.95, -5.0)).toBe(COLOURS.sea);
  const germany = await pictureOf(scan(52.5, 13.4));
  expect(germany.at(52.1, 13.6)).toBe(COLOURS.ownLand);
});

test("far from any coast there is only land, even on a close map", async () => {
  const { at, share } = await pictureOf(scan(46, 7.9));
  expect(at(45.75, 6.9)).toBe(COLOURS.land);
  expect(at(45.6, 8)).toBe(COLOURS.land);
  expect(share(COLOURS.sea)).toBeLessThan(0.05);
});

describe("the antimeridian", () => {
  test.each([179.95, -179.95, 180, -180])(
    "at longitude %s the land on both sides is drawn",
    async (longitude) => {
      const { at, share } = await pictureOf(scan(-17.2, longitude));
      expect(at(-17.85, 177.9)).toBe(COLOURS.ownLand);
      expect(at(-16.95, -178.3)).toBe(COLOURS.sea);
      expect(share(COLOURS.ownLand)).toBeLessThan(0.1);
      expect(share(COLOURS.sea)).toBeGreaterThan(0.6);
    },
  );

  test("Siberia, which crosses it, is complete and leaves no streak", async () => {
    const { at, share } = await pictureOf(scan(67.5, 179.5));
    expect(at(67.2, 176.5)).toBe(COLOURS.ownLand);
    expect(at(67, -176.5)).toBe(COLOURS.ownLand);
    expect(at(70, -179.9)).toBe(COLOURS.sea);
    expect(share(COLOURS.ownLand)).toBeGreaterThan(0.3);
  });
});

test("longitude 180 and -180 are one place", async () => {
  const [east, west] = [sceneOf(scan(10, 180)).view, sceneOf(scan(10, -180)).view];
  expect(east.project(179, 10).x).toBeCloseTo(west.project(179, 10).x);
});

test("the poles: land around the South Pole, sea around the North Pole, up to the edges", async () => {
  const south = await pictureOf(scan(-90, 0));
  expect(south.at(-80, 60)).toBe(COLOURS.ownLand);
  expect(south.at(-80, 120)).toBe(COLOURS.ownLand);
  expect(south.at(-77, -175)).toBe(COLOURS.sea);
  const north = await pictureOf(scan(90, 0));
  expect(north.at(86, 170)).toBe(COLOURS.sea);
  expect(north.at(77, -45)).toBe(COLOURS.ownLand);
});

test.each([
  ["Hamburg", 53.5511, 9.9937, 60, 130],
  ["the Sahara", 23, 5, 150, 450],
  ["the Gulf of Guinea", 0, 0, 500, 1500],
  ["the Pacific", -10, -150, 1000, 3300],
])("the map of %s has a radius that suits its surroundings", (_, latitude, longitude, least, most) => {
  const { view } = sceneOf(scan(latitude, longitude));
  expect((view.kmPerPixel * view.height) / 2).toBeGreaterThan(least);
  expect((view.kmPerPixel * view.height) / 2).toBeLessThan(most);
});

test.each([
  ["Hamburg", 53.5511, 9.9937, "Hamburg"],
  ["Manhattan", 40.7128, -74.006, "New York City"],
  ["Gibraltar", 36.1408, -5.3536, "Gibraltar"],
  ["Longyearbyen", 78.2232, 15.6267, "Longyearbyen"],
])("%s is in %4$s", (_, latitude, longitude, town) => {
  expect(sceneOf(scan(latitude, longitude)).spot.town?.name).toBe(town);
});

test.each([
  [16, 16],
  [16, 1200],
  [1200, 16],
  [61, 59],
  [260, 150],
])("%s x %s is drawn at that size, at every edge of the world", async (width, height) => {
  for (const [latitude, longitude] of [
    [0, 0],
    [90, 180],
    [-90, -180],
    [-65, 179.99],
    [79.9, -180],
  ] as const) {
    const { png } = await draw(scan(latitude, longitude, { width, height }));
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width, height });
  }
});

test("twice the scale gives the same picture with twice the pixels", async () => {
  const [single, double] = [await pictureOf(scan(53.55, 10)), await pictureOf(scan(53.55, 10, { scale: 2 }))];
  expect(double.info).toMatchObject({ width: 1200, height: 800 });
  expect(double.colourAt(2, 780)).toBe(single.colourAt(1, 390));
});

test("the same scan gives the same bytes, and a right-to-left locale mirrors the strip", async () => {
  const cairo = scan(30.0444, 31.2357, { locale: "ar", classification: "fake" });
  const [one, other] = [await draw(cairo), await draw(cairo)];
  expect(other).toEqual(one);
  const { colourAt } = await pictureOf(cairo);
  expect(colourAt(598, 375)).toBe(COLOURS.marks.fake);
  expect(colourAt(1, 375)).not.toBe(COLOURS.marks.fake);
});

test("the dark theme shows the same place on a dark ground; the light theme is unchanged", async () => {
  const place = scan(36.1408, -5.3536);
  const first = await draw(place);
  const { at, share, view, colourAt } = await pictureOf({ ...place, theme: "dark" });
  expect(at(36.32, -5.75)).toBe(DARK_COLOURS.land);
  expect(at(35.95, -5.0)).toBe(DARK_COLOURS.sea);
  expect(share("#ffffff")).toBeLessThan(0.01);
  expect(colourAt(view.anchor.x, view.anchor.y - 8 * markerSize(view))).toBe(DARK_COLOURS.marks.original);
  expect(Buffer.from((await draw({ ...place, theme: "light" })).png).equals(first.png)).toBe(true);
});
