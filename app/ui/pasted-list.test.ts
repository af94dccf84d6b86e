import { expect, test } from "vitest";
import { entriesIn } from "./pasted-list";

test("a pasted list has an entry a line, or with commas or semicolons between them, each once and trimmed", () => {
  expect(entriesIn("a, b,c;d\r\n e \n\n, a")).toEqual(["a", "b", "c", "d", "e"]);
  expect(entriesIn("  ")).toEqual([]);
});

test("commas within entries stay where entries have them", () => {
  expect(entriesIn("iPhone8,1, iPhone8,2\niPad6,11", { commasWithin: true })).toEqual([
    "iPhone8,1",
    "iPhone8,2",
    "iPad6,11",
  ]);
});
