import fc from "fast-check";
import { expect, test } from "vitest";
import { Base64Parts, decoded } from "./base64";

/** Strict Base64 is what its bytes are encoded as. */
const isStrict = (text: string) => Buffer.from(text, "base64").toString("base64") === text;

test("bytes of any number come back from their Base64", () => {
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

test("of any text, exactly strict Base64 is taken", () => {
  fc.assert(
    fc.property(ALMOST, (text) => {
      expect(decoded(text) !== undefined).toBe(isStrict(text));
    }),
    { numRuns: 20_000 },
  );
});

/** What is decoded of a text that comes in parts of so many characters. */
function inParts(text: string, length: number) {
  const parts = new Base64Parts(text.length);
  for (let from = 0; from < text.length; from += length) parts.write(text.slice(from, from + length));
  return parts.end();
}

test("in parts of any length, text is decoded as it is at once", () => {
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
