import { expect, test } from "vitest";
import { likelyProducer } from "./likeness";

// Holds decision 0046.

const of = (producerId: string, ...codes: string[]) =>
  codes.map((identifier) => ({ identifier, producerId }));

test("a code belongs to the producer whose codes share the longest prefix with it", () => {
  const near = [...of("a", "ACME-00012345"), ...of("b", "ACME-77012345")];
  expect(likelyProducer("ACME-77999999", near)).toBe("b");
  expect(likelyProducer("ACME-00999999", near)).toBe("a");
});

test("a shared prefix of fewer than five characters matches no producer", () => {
  expect(likelyProducer("ACMX99999", of("a", "ACME12345"))).toBeUndefined();
  expect(likelyProducer("ACME99999", of("a", "ACME12345"))).toBeUndefined();
  expect(likelyProducer("ACME19999", of("a", "ACME12345"))).toBe("a");
});

test("codes that differ in length, separators or character classes do not match", () => {
  const near = of("a", "ACME-12345-67");
  expect(likelyProducer("ACME-99999-99", near)).toBe("a");
  for (const code of ["ACME-99999-9", "ACME-9999-999", "ACME-99999.99", "ACME-abcde-fg", "ACME-abcde-12"])
    expect(likelyProducer(code, near)).toBeUndefined();
});

test("the character classes of all neighbours of a producer count together", () => {
  const near = of("a", "ACME-KQXVBN", "ACME-7K2M9Q");
  expect(likelyProducer("ACME-ZZ1111", near)).toBe("a");
});

test("a neighbour of another shape is ignored, even with a longer shared prefix", () => {
  const near = [...of("b", "ACME-12"), ...of("a", "ACME-9999")];
  expect(likelyProducer("ACME-1234", near)).toBe("a");
});

test("a tie between two producers matches neither", () => {
  expect(likelyProducer("ACME-1299", [...of("a", "ACME-1200"), ...of("b", "ACME-1280")])).toBeUndefined();
});
