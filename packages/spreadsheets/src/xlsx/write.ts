import { writeXlsxStream } from "hucre/xlsx";
import type { Value } from "../table";
import { encodeEscapes } from "./escapes";

const SHEET_NAME = "Sheet1";

/** Writes a workbook with one sheet. Texts are text cells, which no program evaluates or shortens. */
export async function* writeXlsx(
  columns: readonly string[],
  rows: AsyncIterable<readonly Value[]>,
): AsyncGenerator<Uint8Array> {
  yield* writeXlsxStream(allRows(columns, rows), { name: SHEET_NAME, freezePane: { rows: 1 } });
}

async function* allRows(columns: readonly string[], rows: AsyncIterable<readonly Value[]>) {
  yield columns.map(encodeEscapes);
  for await (const row of rows)
    yield row.map((value) => (typeof value === "string" ? encodeEscapes(value) : value));
}
