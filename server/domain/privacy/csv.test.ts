import { expect, test } from "vitest";
import { csvLine } from "./csv";

test.each([
  ["=1+1", `"'=1+1"`],
  ["+49", `"'+49"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ["\r\n=1", `"'\r\n=1"`],
  ['=HYPERLINK("https://evil.test")', `"'=HYPERLINK(""https://evil.test"")"`],
  ["plain, and = later", `"plain, and = later"`],
  ["", `""`],
])("a text is never evaluated as a formula: %j", (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test("numbers stay numbers, even negative ones, and absent values are empty", () => {
  expect(csvLine([-12.5, null, undefined, 0, "x"])).toBe('-12.5,,,0,"x"\r\n');
});
