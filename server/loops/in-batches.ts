import { isOutage } from "./fault";
import { restAfter } from "./rest";

const BATCH_SIZE = 1_000;

/**
 * Deletes rows in batches until none is left or the signal aborts, and rests between batches. `deleteSome` deletes at most
 * `batchSize` rows after the first `skipped` ones of a fixed order. A failing batch is halved, and a row that fails alone is
 * skipped. Returns the number of rows deleted.
 *
 * @throws once all other rows are deleted, with the reason of the last failed row as its cause; an outage at once
 */
export async function inBatches(
  deleteSome: (batchSize: number, skipped: number) => Promise<ArrayLike<unknown>>,
  signal?: AbortSignal,
): Promise<number> {
  let [deleted, skipped, batchSize] = [0, 0, BATCH_SIZE];
  let reason: unknown;
  while (!signal?.aborted) {
    const began = performance.now();
    try {
      const { length } = await deleteSome(batchSize, skipped);
      deleted += length;
      if (length < batchSize) break;
      batchSize = BATCH_SIZE;
    } catch (failure) {
      if (isOutage(failure)) throw failure;
      if (batchSize === 1) {
        reason = failure;
        skipped++;
      }
      batchSize = Math.max(1, Math.floor(batchSize / 2));
    }
    await restAfter(began, signal);
  }
  if (skipped > 0) throw new Error(`Rows that could not be deleted: ${skipped}.`, { cause: reason });
  return deleted;
}
