import { isOutage } from "./fault";
import { restAfter } from "./rest";

const BATCH_SIZE = 1_000;

/**
 * Repeats a deletion of at most `batchSize` rows, behind the first `skipped` ones of a fixed order, until it finds no more or the signal ends it; leaves
 * the database to others in between. A batch that fails is halved, a row that fails alone is skipped, and the rest goes on. Returns
 * how many rows went.
 * @throws the reason of the last row that failed, once all others are gone; an outage at once.
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
