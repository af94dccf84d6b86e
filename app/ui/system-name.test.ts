import { expect, test } from "vitest";
import { systemName } from "./system-name";

test("a known system has its maker's spelling, however a scanner spells it", () => {
  expect(["ios", "IOS", "iOS", "android", "harmonyos"].map(systemName)).toEqual([
    "iOS",
    "iOS",
    "iOS",
    "Android",
    "HarmonyOS",
  ]);
});

test("an unknown system keeps its spelling", () => {
  expect(["", "Tizen 9", "constructor"].map(systemName)).toEqual(["", "Tizen 9", "constructor"]);
});
