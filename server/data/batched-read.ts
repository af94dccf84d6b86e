import { makePgArray } from "drizzle-orm/pg-core";
import type { BatchClient } from "@/db/client";
import { openBatcher } from "./batcher";
import { perClient } from "./per-client";

const MAX_BATCH_ROWS = 200;
const nameOf = (key: string[]) => key.join("\0");

/**
 * Returns a reader of single rows by a key of one or more texts; `name` is its name in metrics. Concurrent reads of a
 * process share `statement`: its `$1`, `$2` ... are arrays, one for each part of the key. Rows come in any order; absent
 * rows are left out, and rows of other combinations are ignored.
 */
export function batchedRead<Row extends object>(
  name: string,
  statement: string,
  keyOf: (row: Row) => string[],
) {
  const readerOf = perClient((batchClient: BatchClient) =>
    openBatcher<string[], { found: Row | undefined }>({
      name,
      run: async (keys) => {
        const names = keys.map(nameOf);
        const wanted = [...new Map(keys.map((key, i) => [names[i], key])).values()];
        const parts = wanted[0]?.map((_, part) => makePgArray(wanted.map((key) => key[part]))) ?? [];
        const rows = await batchClient.unsafe<Row[]>(statement, parts, { prepare: true });
        const byName = new Map(rows.map((row) => [nameOf(keyOf(row)), row]));
        return names.map((name) => ({ found: byName.get(name) }));
      },
      atOnce: 1,
      most: MAX_BATCH_ROWS,
    }),
  );
  return async (batchClient: BatchClient, ...key: string[]): Promise<Row | undefined> =>
    (await readerOf(batchClient)(key)).found;
}
