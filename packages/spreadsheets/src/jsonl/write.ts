import { toChunks } from "../batch";
import type { Value } from "../table";

/** Writes JSON Lines: an object for each row, with all columns in their order. */
export const writeJsonLines = (
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]>,
): AsyncGenerator<Uint8Array> => toChunks(lines(columns, rows));

async function* lines(
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]>,
): AsyncGenerator<string> {
  const keys = columns.map((name) => JSON.stringify(name));
  for await (const row of rows) {
    yield `{${keys.map((key, at) => `${key}:${JSON.stringify(row[at] ?? null)}`).join(",")}}\n`;
  }
}
