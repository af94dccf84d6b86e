import { type ReadOptions, type Row, readTable, SpreadsheetFault } from "../index";

/** Bytes in chunks of a size, so that tests split characters, quotes and tokens. */
export async function* inChunks(bytes: Uint8Array, size = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Joins chunks. */
export async function join(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** Reads a whole table. */
export async function readAll(source: Parameters<typeof readTable>[0], options?: ReadOptions) {
  const { columns, rows } = await readTable(source, options);
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return { columns, rows: all };
}

/** Reads a table given as text. */
export const readText = (text: string, options?: ReadOptions) =>
  readAll(inChunks(Buffer.from(text)), options);

/** The texts of all cells. */
export const texts = (rows: readonly Row[]): string[][] =>
  rows.map(({ cells }) => cells.map(({ text }) => text));

/** The code and place of the fault that a promise is rejected with. */
export async function faultOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof SpreadsheetFault ? { code: error.code, ...error.place } : error;
}
