import { expect, test } from "vitest";
import { encodedInParts, isLong } from "./long-texts";

// Holds decision 0037.

test.each([
  ["ASCII", "a".repeat(1_500_000)],
  ["characters of several bytes", "äöü€".repeat(400_000)],
  ["surrogate pairs that a part must not split", `x${"😀".repeat(600_000)}`],
  ["surrogate pairs at even offsets", "😀".repeat(600_000)],
])("a long text encoded in parts equals one encoded at once: %s", async (_name, text) => {
  expect(isLong(text)).toBe(true);
  expect(Buffer.compare(await encodedInParts(text), Buffer.from(text))).toBe(0);
});

test("the event loop gets turns while a long text is encoded", async () => {
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
