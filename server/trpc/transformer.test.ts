import { expect, test } from "vitest";
import { transformer } from "./transformer";

// Holds decision 0023.

const over = (answer: unknown) =>
  transformer.output.deserialize(JSON.parse(JSON.stringify(transformer.output.serialize(answer))));

test("dates arrive as dates at any depth", () => {
  const at = new Date(1_700_000_000_123);
  for (const answer of [at, [at], { at, more: [{ "a.b": at, "/": at }] }, { at: null }]) {
    expect(over(answer)).toEqual(answer);
  }
});

test("other JSON arrives unchanged, including strings that look like dates", () => {
  const held = JSON.parse(
    '{"constructor":"Miele","prototype":{"__proto__":{"x":1}},"at":"2024-01-01T00:00:00.000Z","json":1,"dates":[["json"]]}',
  );
  expect(over(held)).toEqual(held);
  expect(Object.getPrototypeOf(over(held))).toBe(Object.prototype);
  expect(over({ data: held, at: new Date(5) })).toEqual({ data: held, at: new Date(5) });
});

test("undefined arrives as undefined", () => {
  expect(over(undefined)).toBeUndefined();
  expect(over(null)).toBeNull();
});
