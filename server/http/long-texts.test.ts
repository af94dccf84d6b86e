import { expect, test } from "vitest";
import { encodedInParts, isLong } from "./long-texts";

// Holds decision 0037.

test.each([
  ["ASCII", "a".repeat(1_500_000)],
  ["characters of several bytes", "äöü€".repeat(400_000)],
  ["pairs that no part may divide", `x${"😀".repeat(600_000)}`],
  ["pairs at even places", "😀".repeat(600_000)],
])("a long text is encoded in parts as it is at once: %s", async (_name, text) => {
  expect(isLong(text)).toBe(true);
  expect(Buffer.compare(await encodedInParts(text), Buffer.from(text))).toBe(0);
});

test("others have their turn while a long text is encoded", async () => {
  let [turns, isOver] = [0, false];
  const takeTurns = () => {
    turns++;
    if (!isOver) setImmediate(takeTurns);
  };
  takeTurns();
  await encodedInParts("a".repeat(4 * 1024 * 1024));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(8);
});
