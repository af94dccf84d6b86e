import { expect, test } from "vitest";
import { systemName } from "./system-name";

test("a system has its maker's name, however a scanner spells it", () => {
  expect(["ios", "IOS", "iOS", "android", "harmonyos"].map(systemName)).toEqual([
    "iOS",
    "iOS",
    "iOS",
    "Android",
    "HarmonyOS",
  ]);
});

test("an unknown system keeps its name", () => {
  expect(["", "Tizen 9", "constructor"].map(systemName)).toEqual(["", "Tizen 9", "constructor"]);
});
