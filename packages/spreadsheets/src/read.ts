import { readCsv } from "./csv/read";
import { readJsonLines } from "./jsonl/read";
import { openScratch, peek, type Source, spool } from "./source";
import { type Format, type Table, withHeader } from "./table";
import { isCompoundFile } from "./xlsx/compound-file";
import { readXlsx } from "./xlsx/read";

export interface ReadOptions {
  /** Without it, the first bytes decide. */
  format?: Format;
  /** The name of the sheet of a workbook, instead of the first one. */
  sheet?: string;
}

const HEAD_BYTES = 8192;

/**
 * Reads a table row by row, in constant memory. Workbooks that are not in a file are kept in a temporary one.
 * @throws {SpreadsheetFault} if the file is unreadable or has no valid header; later while its rows are iterated.
 */
export async function readTable(source: Source, { format, sheet }: ReadOptions = {}): Promise<Table> {
  const { head, bytes } = await peek(source, HEAD_BYTES);
  switch (format ?? formatOf(head)) {
    case "csv":
      return withHeader(readCsv(bytes));
    case "jsonl":
      return readJsonLines(bytes);
    case "xlsx":
      return withHeader(typeof source === "string" ? readXlsx(source, sheet) : readSpooled(bytes, sheet));
  }
}

/** The format by the first bytes. */
function formatOf(head: Buffer): Format {
  if (isCompoundFile(head) || isArchive(head)) return "xlsx";
  return /^(?:\uFEFF)?\s*\{\s*["}]/.test(head.toString()) ? "jsonl" : "csv";
}

/** Whether a file begins as a ZIP archive, also an empty one: with `PK` and a control character. */
const isArchive = (head: Buffer) => head.toString("latin1", 0, 2) === "PK" && (head[2] ?? 0xff) < 0x09;

async function* readSpooled(bytes: AsyncIterable<Uint8Array>, sheet?: string) {
  const scratch = await openScratch();
  try {
    yield* readXlsx(await spool(bytes, scratch), sheet);
  } finally {
    await scratch.remove();
  }
}
