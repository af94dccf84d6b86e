import { expect, test } from "vitest";
import { entriesIn } from "./pasted-list";

test("entries of a pasted list are separated by lines, commas or semicolons; each is trimmed and unique", () => {
  expect(entriesIn("a, b,c;d\r\n e \n\n, a")).toEqual(["a", "b", "c", "d", "e"]);
  expect(entriesIn("  ")).toEqual([]);
});

test("with `commasWithin`, commas inside entries stay", () => {
  expect(entriesIn("iPhone8,1, iPhone8,2\niPad6,11", { commasWithin: true })).toEqual([
    "iPhone8,1",
    "iPhone8,2",
    "iPad6,11",
  ]);
});
