import { expect, test } from "vitest";
import { percentIn, percentSignIn } from "./percent";

test("each language has one format", () => {
  expect([0, 0.0001, 0.5, 0.1234].map((share) => percentIn("en", share))).toEqual([
    "0%",
    "< 0.1%",
    "50%",
    "12.3%",
  ]);
  expect([0, 0.0001, 0.5, 0.1234].map((share) => percentIn("de", share))).toEqual([
    "0\u00a0%",
    "< 0,1\u00a0%",
    "50\u00a0%",
    "12,3\u00a0%",
  ]);
});

test("the sign after a field equals the sign after a number", () => {
  expect(percentSignIn("en")).toBe("%");
  expect(percentSignIn("de")).toBe("\u00a0%");
});
