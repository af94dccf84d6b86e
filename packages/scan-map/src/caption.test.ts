import { expect, test } from "vitest";
import { captionOf, type Spot } from "./caption";
import { localised } from "./locale";
import { seaAt } from "./seas";

const HAMBURG = {
  name: "Hamburg",
  country: "DE",
  longitude: 9.99302,
  latitude: 53.55073,
  population: 1_739_117,
  isCapital: false,
  km: 0.1,
};

const inHamburg: Spot = {
  latitude: 53.5511,
  longitude: 9.9937,
  classification: "original",
  country: "DE",
  town: HAMBURG,
  near: HAMBURG,
};
const atSea: Spot = {
  latitude: -10,
  longitude: -150,
  classification: "unknown",
  country: undefined,
  town: undefined,
  near: { ...HAMBURG, name: "Apia", km: 2412.3 },
};

test("in a town: the town, its country, the coordinates to four decimals and the classification", () => {
  expect(captionOf(inHamburg, localised("en"))).toEqual({
    title: "Hamburg, Germany",
    coordinates: "53.5511° N, 9.9937° E",
    classification: "original",
    distance: undefined,
  });
});

test("at sea: the sea, and the distance from a town", () => {
  expect(captionOf(atSea, localised("en"))).toEqual({
    title: "South Pacific Ocean",
    coordinates: "10.0000° S, 150.0000° W",
    classification: "unknown",
    distance: "2,412 km from Apia",
  });
});

test("on land away from towns: the country, and the distance from a town", () => {
  const spot = { ...inHamburg, town: undefined, near: { ...HAMBURG, km: 0.84 } };
  expect(captionOf(spot, localised("en"))).toMatchObject({
    title: "Germany",
    distance: "840 m from Hamburg",
  });
});

test.each([
  ["de", "Hamburg, Deutschland", "53,5511° N, 9,9937° O", "Original"],
  ["pt-BR", "Hamburg, Alemanha", "53,5511° N, 9,9937° L", "original"],
  ["ja", "Hamburg、ドイツ", "北緯53.5511°、東経9.9937°", "正規品"],
  ["th", "Hamburg, เยอรมนี", "53.5511° N, 9.9937° E", "original"],
])(
  "%s: country, numbers, directions and words in the language where they exist",
  (locale, title, coordinates, word) => {
    expect(captionOf(inHamburg, localised(locale))).toMatchObject({
      title,
      coordinates,
      classification: word,
    });
  },
);

test.each(["", "xx", "not a locale", "my", "am", "ka-GE"])(
  "a locale that cannot be served or drawn (%j) gives the English caption",
  (locale) => {
    expect(captionOf(inHamburg, localised(locale))).toEqual(captionOf(inHamburg, localised("en")));
  },
);

test("a city state is named once, and no zero is negative", () => {
  const singapore = { ...HAMBURG, name: "Singapore", country: "SG" };
  const spot = { ...inHamburg, latitude: -0.00001, longitude: 0, town: singapore };
  expect(captionOf(spot, localised("en"))).toMatchObject({
    title: "Singapore",
    coordinates: "0.0000° N, 0.0000° E",
  });
});

test.each([
  ["Gulf of Guinea", 0, 0],
  ["North Sea", 55.5, 4],
  ["Mediterranean Sea", 34, 20],
  ["Caribbean Sea", 15, -75],
  ["North Atlantic Ocean", 40, -40],
  ["South Atlantic Ocean", -30, -15],
  ["Indian Ocean", -20, 80],
  ["North Pacific Ocean", 10, -120],
  ["North Pacific Ocean", 2, -95],
  ["North Pacific Ocean", 30, 180],
  ["South Pacific Ocean", -30, -180],
  ["Bering Sea", 58, 180],
  ["Arctic Ocean", 90, 0],
  ["Southern Ocean", -65, -120],
])("%s", (name, latitude, longitude) => {
  expect(seaAt(latitude, longitude)).toBe(name);
});
