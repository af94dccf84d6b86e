import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonCounter, MAX_NAMES, MAX_VALUES } from "./json-counter";

/** Whether a counter with a size limit accepts the text in chunks. */
function isAccepted(text: string, maxBytes: number, chunkBytes = Number.POSITIVE_INFINITY): boolean {
  const { feed } = new JsonCounter(maxBytes);
  const bytes = Buffer.from(text);
  try {
    for (let from = 0; from < bytes.length; from += chunkBytes) feed(bytes.subarray(from, from + chunkBytes));
    return true;
  } catch {
    return false;
  }
}

test.each([
  ["1e308", 308],
  ["1E308", 308],
  ["1e+308", 308],
  ["-1.5e-308", 308],
  ["1e7", 7],
  ["1e99999999999999999999", 324],
  ["1", 0],
  ["true", 0],
  ["false", 0],
  ["null", 0],
  ['"1e308"', 0],
  ['"\\"1e308,1e308"', 0],
])("%s counts as its bytes and %i more, wherever its chunks end", (value, more) => {
  for (const text of [`[${value}]`, `{"a":${value}}`, `[ ${value} , ${value.length} ]`]) {
    for (const chunkBytes of [1, 2, 3, 1_000]) {
      expect(isAccepted(text, text.length + more, chunkBytes), text).toBe(true);
      expect(isAccepted(text, text.length + more - 1, chunkBytes), text).toBe(false);
    }
  }
});

test("the digits of all numbers are counted together", () => {
  const text = "[1e308,1e308,1e-308]";
  expect(isAccepted(text, text.length + 3 * 308)).toBe(true);
  expect(isAccepted(text, text.length + 3 * 308 - 1)).toBe(false);
});

test("any JSON without powers of ten counts as its bytes", () => {
  const isPlain = (text: string) => !/\de[+-]?\d/.test(text.replace(/"(\\.|[^"\\])*"/g, ""));
  fc.assert(
    fc.property(fc.json().filter(isPlain), fc.integer({ min: 1, max: 9 }), (text, chunkBytes) => {
      const bytes = Buffer.byteLength(text);
      expect(isAccepted(text, bytes, chunkBytes)).toBe(true);
      expect(isAccepted(text, bytes - 1, chunkBytes)).toBe(false);
    }),
  );
});

test("the maximum number of values is accepted, and one more is not", () => {
  const ofValues = (count: number) => `[${Array(count - 1).fill(1)}]`;
  expect(isAccepted(ofValues(MAX_VALUES), 1_000_000)).toBe(true);
  expect(isAccepted(ofValues(MAX_VALUES + 1), 1_000_000)).toBe(false);
});

/** A text of objects, each with one member of a different name. */
const ofNames = (count: number) => `[${Array.from({ length: count }, (_, n) => `{"${n}" : "a:b"}`)}]`;

test.each([1, 7, 64, 100_000])(
  "10,000 different names are accepted, and one more is not: chunks of %i bytes",
  (size) => {
    expect(isAccepted(ofNames(MAX_NAMES), 1_000_000, size)).toBe(true);
    expect(isAccepted(ofNames(MAX_NAMES + 1), 1_000_000, size)).toBe(false);
  },
);

test.each([1, 7, 64])("repeated names count once, wherever chunks of %i bytes end", (size) => {
  const entries = Array.from({ length: 4_000 }, (_, n) => ({ key: `k${n}`, label: `l${n}`, value: "v" }));
  expect(isAccepted(JSON.stringify(entries), 1_000_000, size)).toBe(true);
});
