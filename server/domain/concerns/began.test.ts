import { expect, test } from "vitest";
import { beginningOf } from "./began";
import { strengthOf } from "./stands-out";

const withCounts = (counts: number[]) =>
  beginningOf(counts, (first, last) => counts.slice(first, last + 1).reduce((sum, count) => sum + count, 0));
const none = (days: number) => new Array<number>(days).fill(0);

test("it began on the first day after a week without any", () => {
  expect(withCounts([5, ...none(7), 1, ...none(6), 2, 0])).toEqual({ day: 8, isOlder: false });
  expect(withCounts([...none(20), 3])).toEqual({ day: 20, isOlder: false });
  expect(withCounts([...none(14), 3, ...none(6)])).toEqual({ day: 14, isOlder: false });
});

test("six days without any do not end it", () => {
  expect(withCounts([...none(10), 4, ...none(6), 1])).toEqual({ day: 10, isOlder: false });
});

test("it may be older where it is there from the first day on", () => {
  expect(withCounts([1, ...none(6), 1])).toEqual({ day: 0, isOlder: true });
  expect(withCounts([0, 1, ...none(6), 1])).toEqual({ day: 1, isOlder: false });
});

test("fakes at the usual rate on each day before are no beginning", () => {
  const counts = [...new Array<number>(20).fill(1), 9, 9, 9];
  const began = beginningOf(counts, (first, last) => {
    const fakes = counts.slice(first, last + 1).reduce((sum, count) => sum + count, 0);
    return strengthOf({ scans: 100 * (last - first + 1), fakes }, { rate: 0.01, upper: 0.01 });
  });
  expect(began).toEqual({ day: 20, isOlder: false });
});
