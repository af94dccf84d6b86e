import { expect, test } from "vitest";
import { isId, leastIdAt, newId, timeOfId } from "./ids";

test("ids of one millisecond sort in the order in which they were made", () => {
  const now = Date.UTC(2020, 0, 1);
  const made = Array.from({ length: 4_096 }, () => newId(now));
  expect(made.toSorted()).toEqual(made);
  expect(made.every((id) => isId(id) && timeOfId(id) === now)).toBe(true);
  expect((made[0] ?? "") > leastIdAt(now)).toBe(true);
  expect((made.at(-1) ?? "") < leastIdAt(now + 1)).toBe(true);
});

test("ids beyond the count of a millisecond are still distinct and of this millisecond", () => {
  const now = Date.UTC(2020, 0, 2);
  const made = Array.from({ length: 10_000 }, () => newId(now));
  expect(new Set(made).size).toBe(10_000);
  expect(made.every((id) => isId(id) && timeOfId(id) === now)).toBe(true);
});
