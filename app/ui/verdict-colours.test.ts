import { readFileSync } from "node:fs";
import { COLOURS, DARK_COLOURS } from "@assay/scan-map/renderer";
import { describe, expect, test } from "vitest";
import { confused, contrast, difference, seen } from "@/server/testing/colour-vision";

const [light = "", dark = ""] = readFileSync("app/globals.css", "utf8").split(
  ":root[data-mantine-color-scheme=",
);
const VERDICTS = ["original", "fake", "unknown", "error"] as const;
const AT_A_GLANCE = 12;
const colourIn = (css: string, name: string) =>
  css.match(new RegExp(`--verdict-${name}: (#[0-9a-f]{6});`))?.[1] ?? "";

/** Backgrounds of verdicts: page, raised and sunken areas, hovered and selected rows. */
const GROUNDS = {
  light: ["#ffffff", "#f8f9fa", "#eef4fc"],
  dark: ["#1b1f24", "#111417", "#1c2126", "#18273a"],
};

/** The strip below a scan map. */
const STRIPS = { light: "#ffffff", dark: "#181c21" };

test("the colour difference matches its published test data", () => {
  // Pairs 1 and 25 of the table of Sharma, Wu and Dalal (2005).
  expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
  expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
  expect(seen("#ffffff", "deuteranopia")[0]).toBeCloseTo(100, 1);
});

describe.each([
  ["light", light],
  ["dark", dark],
] as const)("in the %s theme", (theme, css) => {
  const colours = VERDICTS.map((name) => colourIn(css, name));
  const marks = [...colours.slice(0, -1), colourIn(css, "error-mark")];

  test("verdicts differ in colour, for red-green blindness too", () => {
    expect(confused(colours, AT_A_GLANCE)).toEqual([]);
    expect(confused(marks, AT_A_GLANCE)).toEqual([]);
  });

  test("unknown and error, thin and adjacent in a bar, differ clearly and stand out from the panel", () => {
    expect(confused(marks.slice(2), 2 * AT_A_GLANCE)).toEqual([]);
    for (const mark of marks) expect(contrast(mark, GROUNDS[theme][0] ?? "")).toBeGreaterThanOrEqual(3);
  });

  test("scan maps use the same colours", () => {
    const { verdicts, marks: ofMarkers } = theme === "light" ? COLOURS : DARK_COLOURS;
    expect(VERDICTS.map((name) => verdicts[name])).toEqual(colours);
    expect(VERDICTS.map((name) => ofMarkers[name])).toEqual(marks);
  });

  test("the signs on the markers of scan maps stand out, and the words below the map are readable", () => {
    const palette = theme === "light" ? COLOURS : DARK_COLOURS;
    const marks = Object.values(palette.marks);
    expect(confused(marks, AT_A_GLANCE)).toEqual([]);
    expect(marks.filter((colour) => contrast(colour, palette.markInk) < 3)).toEqual([]);
    const words = [palette.text, palette.quietText, ...Object.values(palette.verdicts)];
    expect(words.filter((colour) => contrast(colour, STRIPS[theme]) < 4.5)).toEqual([]);
  });

  test("verdicts are readable on every background", () => {
    const faint = colours.flatMap((colour) =>
      GROUNDS[theme]
        .filter((ground) => contrast(colour, ground) < 4.5)
        .map((ground) => `${colour} ${ground}`),
    );
    expect(faint).toEqual([]);
  });
});

test("each verdict has its own shape", () => {
  const shapes = [...readFileSync("app/ui/verdict.tsx", "utf8").matchAll(/^ {2}(\w+): (Icon\w+),$/gm)];
  expect(shapes.map(([, verdict]) => verdict)).toEqual([...VERDICTS]);
  expect(new Set(shapes.map(([, , shape]) => shape)).size).toBe(VERDICTS.length);
});
