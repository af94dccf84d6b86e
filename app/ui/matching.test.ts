import { expect, test } from "vitest";
import { matchingOptions, meantBy } from "./matching";

const COUNTRIES = [
  { group: "Last 12 months", items: [{ value: "CI", label: "Côte d’Ivoire" }] },
  {
    group: "Others",
    items: [
      { value: "DE", label: "Germany" },
      { value: "DK", label: "Denmark" },
    ],
  },
];
const found = (typed: string) =>
  matchingOptions(COUNTRIES, typed).flatMap(({ items }) => items.map(({ value }) => value));

test.each([
  ["GERM", ["DE"]],
  ["mark", ["DK"]],
  ["cote", ["CI"]],
  ["de", ["DE", "DK"]],
  ["dk", ["DK"]],
  [" ", ["CI", "DE", "DK"]],
  ["atlantis", []],
])("%j finds %j: case, accents, fragments and codes", (typed, values) => {
  expect(found(typed)).toEqual(values);
});

test.each([
  ["iOS", "ios"],
  ["ANDR", "android"],
  ["o", "o"],
  ["plan9", "plan9"],
  ["", ""],
])("leaving a field with %j selects %j", (typed, meant) => {
  expect(meantBy(typed, ["ios", "android", "os"])).toBe(meant);
});
