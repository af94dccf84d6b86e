import { expect, test } from "vitest";
import { placeAt } from "./place";

// Holds decision 0009.

test.each([
  ["Hamburg", 53.55, 10, "DE", "EU"],
  ["Tokyo", 35.68, 139.69, "JP", "AS"],
  ["New York", 40.7, -74, "US", "NA"],
  ["Honolulu", 21.3, -157.86, "US", "OC"],
  ["Moscow", 55.75, 37.62, "RU", "EU"],
  ["Vladivostok", 43.1, 131.9, "RU", "AS"],
  ["Bogota", 4.6, -74.1, "CO", "SA"],
  ["Reunion", -21.1, 55.5, "RE", "AF"],
  ["Ceuta, which ISO only reserves a code for", 35.89, -5.3, "ES", "AF"],
  ["Las Palmas", 28.1, -15.43, "ES", "EU"],
  ["Ascension", -7.95, -14.36, "SH", "AF"],
  ["Fiji on the antimeridian, from the west", -16.5, 180, "FJ", "OC"],
  ["the South Pole", -90, 0, "AQ", "AN"],
])("%s", (_, latitude, longitude, country, continent) => {
  expect(placeAt(latitude, longitude)).toEqual({ country, continent });
});

test.each([
  ["the Gulf of Guinea", 0, 0],
  ["the North Pole", 90, 0],
  ["the South Pacific", -40, -120],
])("%s is in no country", (_, latitude, longitude) => {
  expect(placeAt(latitude, longitude)).toEqual({});
});
