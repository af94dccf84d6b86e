import { expect, test } from "vitest";
import { PatternFault, parsePattern, printPattern } from "./pattern";

const parse = (text: string, maxCharacters = 200) => parsePattern(text, { maxCharacters });

test("a pattern is read into its parts", () => {
  expect(parse("ACME-{group}-{number:6:500}-{random:13}{check}").parts).toEqual([
    { kind: "text", text: "ACME-" },
    { kind: "group" },
    { kind: "text", text: "-" },
    { kind: "number", width: 6, start: 500 },
    { kind: "text", text: "-" },
    { kind: "random", characters: 13 },
    { kind: "check" },
  ]);
});

test.each([
  "ACME-{group}-{number:6}-{random:13}{check}",
  "{{x}}{number:1:9}",
  "Ünï {random:20}",
  "{number:15:2}Ж",
])("%s is printed as it was read", (text) => expect(printPattern(parse(text))).toBe(text));

test.each([
  ["A{number:6", "brace", 1],
  ["A}{number:6}", "brace", 1],
  ["AB{nummer:6}", "unknown-part", 2],
  ["{group:2}{number:6}", "unknown-part", 0],
  ["{number}", "number-width", 0],
  ["A-{number:16}", "number-width", 2],
  ["{number:2:100}", "number-start", 0],
  ["{number:3}{random:12}", "random-length", 10],
  ["{number:3}{number:4}", "repeated-part", 10],
  ["{number:3}{check}X", "check-not-last", 17],
  ["ACME{check}", "not-unique", 11],
  ["", "not-unique", 0],
  ["A\n{number:3}", "character", 1],
  [" {number:3}", "edge", 0],
  ["{number:3} ", "edge", 10],
  ["{random:201}", "too-long", 12],
] as const)("%j is refused: %s at %i", (text, code, at) => {
  expect(() => parse(text)).toThrow(PatternFault);
  expect(() => parse(text)).toThrow(expect.objectContaining({ code, at }));
  expect(() => parse(text)).toThrow(`(character ${at + 1})`);
});

test("the length is counted in code points", () => {
  expect(parse("😀{number:3}", 4).parts).toHaveLength(2);
  expect(() => parse("😀{number:3}", 3)).toThrow("at most 3 characters");
});
