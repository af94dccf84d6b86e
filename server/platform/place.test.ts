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
  ["a ferry in the port of Marseille", 43.31, 5.36, "FR", "EU"],
  ["a boat on Lake Constance", 47.6, 9.4, "DE", "EU"],
  ["Male, an atoll", 4.175, 73.509, "MV", "AS"],
  ["Funafuti, an atoll", -8.524, 179.194, "TV", "OC"],
  ["Pitcairn", -25.066, -130.1, "PN", "OC"],
  ["the Azores", 37.74, -25.67, "PT", "EU"],
])("%s", (_, latitude, longitude, country, continent) => {
  expect(placeAt(latitude, longitude)).toEqual({ country, continent });
});

test.each([
  ["the Gulf of Guinea", 0, 0],
  ["the North Pole", 90, 0],
  ["the South Pacific", -40, -120],
  ["the Gulf of Lion", 42.8, 4.5],
  ["the middle of the Adriatic", 43, 15],
  ["the German Bight, 40 km off", 54.2, 7.2],
  ["the Gulf of Mexico", 28.6, -88.5],
  ["the Sulu Sea", 8, 120],
  ["Hudson Bay", 60, -85],
])("%s is in no country", (_, latitude, longitude) => {
  expect(placeAt(latitude, longitude)).toEqual({});
});
