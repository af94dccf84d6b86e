import { expect, test } from "vitest";
import { inBatches } from "./in-batches";

// Holds decision 0035.

const ROWS = 1_500;
const POISON = 700;

test("a row that cannot be deleted is skipped, all others are deleted, and the number skipped is reported", async () => {
  let left = Array.from({ length: ROWS }, (_, row) => row);
  const poison = new Error("poison");
  const deleteSome = async (batchSize: number, skipped: number) => {
    const batch = left.slice(skipped, skipped + batchSize);
    if (batch.includes(POISON)) throw poison;
    left = left.filter((row) => !batch.includes(row));
    return batch;
  };
  await expect(inBatches(deleteSome)).rejects.toMatchObject({
    message: "Rows that could not be deleted: 1.",
    cause: poison,
  });
  expect(left).toEqual([POISON]);
});
