import { restAfter } from "./rest";

const BATCH_SIZE = 1_000;

/**
 * Repeats a deletion of at most a batch of rows until it finds no more or the signal ends it, and leaves the database to
 * others in between. Returns how many rows went.
 */
export async function inBatches(
  deleteSome: (batchSize: number) => Promise<ArrayLike<unknown>>,
  signal?: AbortSignal,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const began = performance.now();
    if (signal?.aborted) return deleted;
    const { length } = await deleteSome(BATCH_SIZE);
    deleted += length;
    if (length < BATCH_SIZE) return deleted;
    await restAfter(began, signal);
  }
}
