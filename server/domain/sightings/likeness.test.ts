import { expect, test } from "vitest";
import { likelyProducer } from "./likeness";

// Holds decision 0046.

const of = (producerId: string, ...codes: string[]) =>
  codes.map((identifier) => ({ identifier, producerId }));

test("a code is of whose codes share the longest beginning with it", () => {
  const near = [...of("a", "ACME-00012345"), ...of("b", "ACME-77012345")];
  expect(likelyProducer("ACME-77999999", near)).toBe("b");
  expect(likelyProducer("ACME-00999999", near)).toBe("a");
});

test("a shared beginning of fewer than five characters says nothing", () => {
  expect(likelyProducer("ACMX99999", of("a", "ACME12345"))).toBeUndefined();
  expect(likelyProducer("ACME99999", of("a", "ACME12345"))).toBeUndefined();
  expect(likelyProducer("ACME19999", of("a", "ACME12345"))).toBe("a");
});

test("codes of another length, with other separators or other kinds of characters are not alike", () => {
  const near = of("a", "ACME-12345-67");
  expect(likelyProducer("ACME-99999-99", near)).toBe("a");
  for (const code of ["ACME-99999-9", "ACME-9999-999", "ACME-99999.99", "ACME-abcde-fg", "ACME-abcde-12"])
    expect(likelyProducer(code, near)).toBeUndefined();
});

test("kinds of characters are those of all its neighbours together", () => {
  const near = of("a", "ACME-KQXVBN", "ACME-7K2M9Q");
  expect(likelyProducer("ACME-ZZ1111", near)).toBe("a");
});

test("a code of another shape that shares more does not stand in the way", () => {
  const near = [...of("b", "ACME-12"), ...of("a", "ACME-9999")];
  expect(likelyProducer("ACME-1234", near)).toBe("a");
});

test("where two producers share as much, it is nobody's", () => {
  expect(likelyProducer("ACME-1299", [...of("a", "ACME-1200"), ...of("b", "ACME-1280")])).toBeUndefined();
});
