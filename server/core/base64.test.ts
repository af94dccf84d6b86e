import fc from "fast-check";
import { expect, test } from "vitest";
import { Base64Parts, decoded } from "./base64";

/** Strict Base64 equals the encoding of its bytes. */
const isStrict = (text: string) => Buffer.from(text, "base64").toString("base64") === text;

test("any number of bytes survives encoding and decoding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(decoded(Buffer.from(bytes).toString("base64"))).toEqual(Buffer.from(bytes));
    }),
  );
});

const ALMOST = fc.string({ unit: fc.constantFrom(..."AQgwz/+=-_ \n!éŁ日😀"), maxLength: 12 });

test.each(["QR==", "QQ=", "QQ", "Q===", "=", "====", "QQ==QQ==", "QU-_", " QUI=", "QUI=\n", "ŁUJD", "QUJDŁ"])(
  "%j is not strict Base64",
  (text) => {
    expect(decoded(text)).toBeUndefined();
  },
);

test("exactly strict Base64 is accepted", () => {
  fc.assert(
    fc.property(ALMOST, (text) => {
      expect(decoded(text) !== undefined).toBe(isStrict(text));
    }),
    { numRuns: 20_000 },
  );
});

/** Decodes a text in parts of `length` characters. */
function inParts(text: string, length: number) {
  const parts = new Base64Parts(text.length);
  for (let from = 0; from < text.length; from += length) parts.write(text.slice(from, from + length));
  return parts.end();
}

test("decoding in parts of any length equals decoding at once", () => {
  const texts = fc.oneof(
    ALMOST,
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("base64").repeat(2)),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, length) => {
      expect(inParts(text, length)).toEqual(decoded(text));
    }),
    { numRuns: 20_000 },
  );
});
