import { expect, test } from "vitest";
import { placeOfAddress } from "./ip-place";
import { placeOfCountry } from "./place";

// Holds decision 0018.

test.each([
  ["91.198.174.192", "NL", "EU"],
  ["::ffff:91.198.174.192", "NL", "EU"],
  ["8.8.8.8", "US", "NA"],
  ["2a02:ec80:300:ed1a::1", "NL", "EU"],
])("%s is in %s", (address, country, continent) => {
  expect(placeOfAddress(address)).toEqual({ country, continent });
});

test.each([
  undefined,
  "",
  "no address",
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "10.1.2.3",
  "192.168.0.1",
  "172.31.255.255",
  "fe80::1%eth0",
  "fd00::1",
  "0.0.0.0",
  ":::::",
  "g::1",
])("%j is in no country", (address) => {
  expect(placeOfAddress(address)).toEqual({});
});

test.each([
  ["US", "NA"],
  ["RU", "EU"],
  ["NL", "EU"],
  ["GB", "EU"],
  ["FR", "EU"],
  ["ES", "EU"],
  ["DK", "EU"],
  ["NO", "EU"],
  ["DE", "EU"],
  ["TR", "AS"],
  ["CN", "AS"],
  ["JP", "AS"],
  ["BR", "SA"],
  ["EG", "AF"],
  ["ZA", "AF"],
  ["AU", "OC"],
  ["NZ", "OC"],
  ["AQ", "AN"],
  ["HK", "AS"],
  ["PR", "NA"],
  ["GL", "NA"],
  ["RE", "AF"],
])("most people of %s live in %s", (country, continent) => {
  expect(placeOfCountry(country)).toEqual({ country, continent });
});

test.each(["EU", "UN", "ZZ", "XX", "", "nl", "NLD", "528", "Netherlands", "AP", "A1", "EA"])(
  "%j is no country",
  (code) => {
    expect(placeOfCountry(code)).toEqual({});
  },
);

test("every country of ISO 3166-1 has a continent", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const codes = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => names.of(code));
  const placed = codes.map(placeOfCountry).filter(({ country }) => country !== undefined);
  expect(placed.length).toBeGreaterThan(240);
  expect(placed.filter(({ continent }) => continent === undefined)).toEqual([]);
});
