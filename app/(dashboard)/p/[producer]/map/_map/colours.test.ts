import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { confused, contrast, difference, SIGHTS, seen } from "@/server/testing/colour-vision";
import { DARK, LIGHT, RATE_COLOURS, RATE_INK } from "./colours";

const AT_A_GLANCE = 12;
const css = readFileSync(path.join(__dirname, "map.module.css"), "utf8");
const variable = (name: string) => [...css.matchAll(new RegExp(`--${name}: (#[0-9a-f]{3,6});`, "g"))];

test("steps of the fake rate differ for red-green blindness too, and their numbers are readable", () => {
  expect(confused(RATE_COLOURS, AT_A_GLANCE)).toEqual([]);
  for (const [step, colour] of RATE_COLOURS.entries()) {
    expect(contrast(colour, RATE_INK[step] ?? "")).toBeGreaterThanOrEqual(4.5);
  }
});

describe.each([
  ["light", LIGHT, 0],
  ["dark", DARK, 1],
] as const)("on the %s ground", (_, ground, at) => {
  test("no step looks like a country without a rate, like land or like sea", () => {
    const { noRate, land } = ground;
    expect(
      RATE_COLOURS.flatMap((colour) => [noRate, land].flatMap((it) => confused([colour, it], AT_A_GLANCE))),
    ).toEqual([]);
  });

  test("the ramp of the heat map has one direction in lightness, in visible steps", () => {
    for (const sight of SIGHTS) {
      const ramp = ground.heat.map((colour) => seen(colour, sight));
      const steps = ramp.slice(1).map((colour, i) => (colour[0] ?? 0) - (ramp[i]?.[0] ?? 0));
      expect(new Set(steps.map(Math.sign)).size).toBe(1);
      for (const [i, colour] of ramp.slice(1).entries()) {
        expect(difference(colour, ramp[i] ?? colour)).toBeGreaterThanOrEqual(10);
      }
    }
  });

  test("the fake part of a ring stands out from the rest", () => {
    const [fakes, rest] = ["mark-fakes", "mark-ground"].map((name) => variable(name)[at]?.[1] ?? "");
    expect(confused([fakes ?? "", rest ?? ""], 2 * AT_A_GLANCE)).toEqual([]);
    expect(contrast(fakes ?? "", rest ?? "")).toBeGreaterThanOrEqual(3);
  });
});
