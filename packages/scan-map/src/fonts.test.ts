import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { canDraw, fontFor, loadedFamilies } from "./fonts";
import { localised } from "./locale";

// First, since fonts stay loaded.
test("a Latin text loads only Latin fonts", () => {
  expect(canDraw("Łódź, Zürich – 53.5511° N")).toBe(true);
  expect(loadedFamilies().filter((family) => !family.includes("latin"))).toEqual([]);
});

test.each(["བོད", "ⴰⵎⴰⵣⵉⵖ", "\u{10FFFE}"])("a text without a bundled font is refused: %s", (text) => {
  expect(canDraw(text)).toBe(false);
});

const COUNTRIES = [
  "DE",
  "CN",
  "JP",
  "KR",
  "EG",
  "IL",
  "TH",
  "IN",
  "RU",
  "GR",
  "VN",
  "BR",
  "UM",
  "BA",
  "CI",
  "SJ",
  "TF",
];
const LOCALES = [
  "en",
  "de",
  "fr",
  "pl",
  "tr",
  "vi",
  "el",
  "ru",
  "uk",
  "ar",
  "fa",
  "he",
  "th",
  "hi",
  "ja",
  "ko",
  "zh",
  "zh-TW",
];

function drawn(char: string, font: string): string {
  const ctx = createCanvas(28, 28).getContext("2d");
  ctx.font = font;
  ctx.fillText(char, 6, 20);
  return Buffer.from(ctx.getImageData(0, 0, 28, 28).data).toString("base64");
}

// For a missing character the canvas draws what it draws for an unknown font: an installed font's glyph, or a box.
test.each(LOCALES)("%s: every character of every word comes from a bundled font", (locale) => {
  const { words, country, number, kilometres, language } = localised(locale);
  const texts = [...Object.values(words), ...COUNTRIES.map(country), number(12_345.6789, 4), kilometres(120)];
  const characters = new Set(texts.join("").replace(/[\s{}\p{M}\p{Cf}]/gu, ""));
  const foreign = [...characters].filter(
    (char) => drawn(char, fontFor(char, 16, 400, language)) === drawn(char, '16px "There is no such font"'),
  );
  expect(foreign).toEqual([]);
});

test("Arabic letters join", () => {
  const ctx = createCanvas(10, 10).getContext("2d");
  const text = "مصر";
  ctx.font = fontFor(text, 20, 400, "ar");
  const apart = [...text].reduce((sum, char) => sum + ctx.measureText(char).width, 0);
  expect(ctx.measureText(text).width).toBeLessThan(apart * 0.95);
});
