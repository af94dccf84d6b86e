import fc from "fast-check";
import { expect, test } from "vitest";
import { decoded } from "./schema";

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
