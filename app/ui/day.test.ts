import fc from "fast-check";
import { expect, test } from "vitest";
import { dayFault, dayFormat } from "./day";

const german = dayFormat("de");
const english = dayFormat("en");

test("days are written in the format of the language", () => {
  expect(german.write("2026-01-31")).toBe("31.01.2026");
  expect(english.write("2026-01-31")).toBe("01/31/2026");
  expect(german.write("")).toBe("");
});

test("a written day is parsed again in every language, and so is the ISO format", () => {
  const day = fc
    .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, (iso) => {
      for (const format of [german, english]) {
        expect(format.read(format.write(iso))).toBe(iso);
        expect(format.read(iso)).toBe(iso);
      }
    }),
  );
});

test.each(["1.2.2026", "01.02.2026", " 1. 2. 2026", "01022026"])("%s is parsed in German", (typed) => {
  expect(german.read(typed)).toBe("2026-02-01");
});

test.each(["", "31.02.2026", "1.2.26", "2026", "31/12", "1.2.20261", "morgen"])(
  "%j is not a day",
  (typed) => {
    expect(german.read(typed)).toBeUndefined();
  },
);

test("a text that is no day, or no day of the possible ones, is a fault; an empty field is none", () => {
  expect(["31.02.2027", "31.12.26", "31.12", "soon"].map((typed) => dayFault(typed, german, {}))).toEqual(
    Array(4).fill("unreadable"),
  );
  const range = { min: "2026-02-01", max: "2026-02-28" };
  expect(["31.01.2026", "01.03.2026"].map((typed) => dayFault(typed, german, range))).toEqual([
    "outside",
    "outside",
  ]);
  expect(["", " ", "01.02.2026", "2026-02-28"].map((typed) => dayFault(typed, german, range))).toEqual(
    Array(4).fill(undefined),
  );
});
