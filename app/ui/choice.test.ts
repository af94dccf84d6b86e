import { expect, test } from "vitest";
import { choiceText, parseAsChoice } from "./choice";

const words = parseAsChoice({ parse: (text) => (/^[a-z]+$/.test(text) ? text : null) });
const texts = parseAsChoice({ parse: (text) => text });

test("a single value is a choice of it, as in older links", () => {
  expect(words.parse("fake")).toEqual({ is: ["fake"] });
  expect(words.serialize({ is: ["fake"] })).toBe("fake");
});

test("several values, and all others after an exclamation mark", () => {
  expect(words.parse("fake,error")).toEqual({ is: ["fake", "error"] });
  expect(words.parse("!original,fake")).toEqual({ isNot: ["original", "fake"] });
  expect(words.serialize({ isNot: ["original", "fake"] })).toBe("!original,fake");
});

test("unknown values, too many of them and none make the choice unknown", () => {
  const many = Array.from({ length: 21 }, (_, n) => String.fromCharCode(97 + n)).join(",");
  for (const text of ["fake,7", "!", ",", many]) expect(words.parse(text)).toBeNull();
});

test("each value is kept once, whatever its case", () => {
  expect(texts.parse("a,A,a")).toEqual({ is: ["a"] });
});

test.each(["a,b", "!a", "a\\b", "\\,", "Windows 10, x64"])("the text %s is one value", (text) => {
  expect(texts.parse(choiceText(text))).toEqual({ is: [text] });
  expect(texts.parse(choiceText({ isNot: [text, "c"] }))).toEqual({ isNot: [text, "c"] });
});
