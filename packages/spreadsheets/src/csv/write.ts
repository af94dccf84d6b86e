import { stringify } from "csv-stringify/sync";
import { toChunks } from "../batch";
import type { Value } from "../table";
import { protectText } from "./formulas";

const BYTE_ORDER_MARK = "\uFEFF";
const BATCH_ROWS = 64;

/** Writes CSV by RFC 4180, with the byte order mark that Excel needs for UTF-8. Texts are quoted. */
export const writeCsv = (
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]>,
): AsyncGenerator<Uint8Array> => toChunks(lines(columns, rows));

async function* lines(
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]>,
): AsyncGenerator<string> {
  let batch: Value[][] = [columns.map(protect)];
  yield BYTE_ORDER_MARK;
  for await (const row of rows) {
    batch.push(columns.map((_, at) => protect(row[at] ?? null)));
    if (batch.length < BATCH_ROWS) continue;
    yield format(batch);
    batch = [];
  }
  if (batch.length > 0) yield format(batch);
}

const protect = (value: Value): Value => (typeof value === "string" ? protectText(value) : value);

const format = (batch: Value[][]): string =>
  stringify(batch, { record_delimiter: "windows", quoted_string: true, cast: { boolean: String } });
