import fc from "fast-check";
import { expect, test } from "vitest";
import { fitText, fontRuns, type TextArea } from "./text";

const AREA: TextArea = { x: 10, y: 5, width: 30, height: 12, align: "left" };
const SIZES = { fontSizePt: 8, minFontSizePt: 4.5 };
const textsOf = (lines: string[], area: Partial<TextArea> = {}) =>
  fitText(lines, { ...AREA, ...area }, SIZES).rows.map(({ text }) => text);

test("short lines keep their size and are centred in height", () => {
  const { rows, isCut } = fitText(["One", "Two"], AREA, SIZES);
  expect(rows.map(({ size }) => size)).toEqual([8, 8].map((pt) => (pt * 25.4) / 72));
  const [first, second] = rows;
  expect(((first?.baseline ?? 0) + (second?.baseline ?? 0)) / 2 - 0.36 * (first?.size ?? 0)).toBeCloseTo(
    11,
    1,
  );
  expect(isCut).toBe(false);
});

test("a line a little too long shrinks, and a longer one breaks at spaces and hyphens", () => {
  expect(textsOf(["ACME-000001-7ZK3W9Q0"])).toEqual(["ACME-000001-7ZK3W9Q0"]);
  expect(textsOf(["ACME-TOTE-000001-7ZK3W9Q0M2XAB"])).toEqual(["ACME-TOTE-000001-", "7ZK3W9Q0M2XAB"]);
  expect(textsOf(["Meridian 38 Automatic, steel blue dial"])).toEqual([
    "Meridian 38",
    "Automatic, steel blue",
    "dial",
  ]);
});

test("text that does not fit at the smallest size ends with an ellipsis", () => {
  expect(textsOf(["7ZK3W9Q0M2XAB".repeat(4)])).toEqual([expect.stringMatching(/^7ZK3W9Q0M2XAB.*…$/)]);
  const rows = textsOf(["One two three four five six seven", "Eight"], { height: 2.5, width: 12 });
  expect(rows).toEqual([expect.stringMatching(/^One.*…$/)]);
});

test("without room there are no rows", () => expect(textsOf(["One"], { height: 1 })).toEqual([]));

test("Latin, Greek and Cyrillic letters are drawn; other scripts are replaced visibly", () => {
  expect(fitText(["Größe ąćęłńóśźż ΑΩάώ Жёїљ Ễ"], AREA, SIZES).isReplaced).toBe(false);
  expect(fitText(["Tasche 日本"], AREA, SIZES)).toMatchObject({
    isReplaced: true,
    rows: [{ text: "Tasche ??" }],
  });
});

test("line breaks and tabs are spaces, and what has no shape is left out", () => {
  expect(fitText(["Blue\r\n\tbag\u2028 Um\u00adhän\u200bge"], AREA, SIZES)).toMatchObject({
    isReplaced: false,
    rows: [{ text: "Blue bag Umhänge" }],
  });
});

test("decomposed letters are composed", () => {
  expect(fitText(["Éte\u0301"], AREA, SIZES)).toMatchObject({ isReplaced: false, rows: [{ text: "Été" }] });
});

test("a run ends where the font file does, and spaces end none", () => {
  const runs = fontRuns("Сумка Атлас No 1").map(({ text, subset }) => [subset, text]);
  expect(runs).toEqual([
    ["cyrillic", "Сумка Атлас "],
    ["latin", "No 1"],
  ]);
});

test("rows stay inside their area", () => {
  const length = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const area = fc.record({ width: length(0.5, 80), height: length(0.5, 40) });
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { maxLength: 4 }),
      area,
      (lines, size) => {
        for (const row of fitText(lines, { ...AREA, ...size }, SIZES).rows) {
          if (row.text === "…") continue;
          expect(row.x + row.width).toBeLessThanOrEqual(AREA.x + size.width + 1e-6);
          expect(row.baseline - 0.7275 * row.size).toBeGreaterThanOrEqual(AREA.y - 1e-6);
          expect(row.baseline + 0.2 * row.size).toBeLessThanOrEqual(AREA.y + size.height + 1e-6);
        }
      },
    ),
    { numRuns: 200 },
  );
});
