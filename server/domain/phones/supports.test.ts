import { expect, test } from "vitest";
import { isAtLeast, supports } from "./supports";

// Holds decision 0011.

test.each([
  ["13", "13", true],
  ["13.0.1", "13", true],
  ["12.9", "13", false],
  ["13", "13.1", false],
  ["13.10", "13.9", true],
  ["8.1.0-beta", "8", true],
  ["", "8", false],
  ["newest", "8", false],
])("%s is at least %s: %s", (version, minimum, expected) => {
  expect(isAtLeast(version, minimum)).toBe(expected);
});

test("a phone is not supported if its model or machine name is on the list of unsupported models", () => {
  const rule = { os: "ios", minimumVersion: "13", physicalOnly: true, unsupportedModels: ["iPhone8,1"] };
  const phone = (deviceInfo: object) => ({ os: "ios", deviceInfo: { systemVersion: "15", ...deviceInfo } });
  expect(supports(rule, phone({ model: "iPhone" }))).toBe(true);
  expect(supports(rule, phone({ model: "iPhone8,1" }))).toBe(false);
  expect(supports(rule, phone({ model: "iPhone", utsname: { machine: "iPhone8,1" } }))).toBe(false);
  expect(supports(undefined, phone({}))).toBe(false);
});
