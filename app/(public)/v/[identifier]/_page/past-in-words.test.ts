import { expect, test } from "vitest";
import { pageWords } from "./page-words";
import { pastInWords, unusualIn } from "./past-in-words";

const past = (count: number, country: string | null, hasMore = false) => ({
  producerName: "Norvane",
  count,
  hasMore,
  countries: 1,
  first: count === 0 ? null : { at: new Date("2025-05-31T23:59:00Z"), country },
  isPlaced: false,
});

test("the past scans are described by month and country only", () => {
  const [en, de] = [pageWords("en"), pageWords("de")];
  expect(pastInWords(en, past(0, null), true)).toBe("This is the first scan of this code.");
  expect(pastInWords(en, past(0, null), false)).toBe("This code has not been scanned before.");
  expect(pastInWords(en, past(1, null), true)).toBe("Scanned once before, first in May 2025.");
  expect(pastInWords(en, past(3, "DE"), true)).toBe("Scanned 3 times before, first in May 2025 (Germany).");
  expect(pastInWords(de, past(2, "CH"), true)).toBe("Schon zweimal gescannt, zuerst im Mai 2025 (Schweiz).");
  expect(pastInWords(de, past(100, "DE", true), true)).toBe(
    "Schon über 100-mal gescannt, zuerst im Mai 2025 (Deutschland).",
  );
});

test("many scans, or scans in many countries, are unusual", () => {
  expect(unusualIn({ count: 9, countries: 2 })).toBeUndefined();
  expect(unusualIn({ count: 10, countries: 1 })).toBe("often");
  expect(unusualIn({ count: 3, countries: 3 })).toBe("farApart");
});
