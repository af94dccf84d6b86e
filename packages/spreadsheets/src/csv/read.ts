import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { textCell } from "../cells";
import { type FaultCode, SpreadsheetFault } from "../fault";
import { MAX_COLUMNS, MAX_ROW_BYTES, SAMPLE_BYTES } from "../limits";
import type { RawRow } from "../table";
import { decodeText } from "./decode";
import { findDelimiter } from "./delimiter";
import { restoreText } from "./formulas";

const FAULTS: Partial<Record<string, FaultCode>> = {
  CSV_MAX_RECORD_SIZE: "rowTooLong",
  CSV_QUOTE_NOT_CLOSED: "unclosedQuote",
};
/** Other files that carry the name of a table: HTML and XML. */
const MARKUP = /^\s*<(?:[!?]|html|table|head|body)/i;

/** Records behind the one that is read: those of a chunk, since a record may be large. The parser's types leave it out. */
const ONE_AT_A_TIME = { readableHighWaterMark: 1 };

/** Reads the rows of a CSV file. A row with quoted line breaks is one row. */
export async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<RawRow> {
  const text = decodeText(source);
  const sample = await readSample(text);
  if (MARKUP.test(sample)) throw new SpreadsheetFault("notASpreadsheet");
  const { delimiter, skip } = findDelimiter(sample.slice(0, SAMPLE_BYTES));
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
    ...ONE_AT_A_TIME,
  });
  const records: AsyncIterable<string[]> = pipeline(
    Readable.from(prepend(sample.slice(skip), text)),
    parser,
    () => {},
  );
  let number = 0;
  try {
    for await (const record of records) {
      number++;
      yield { number, cells: bounded(record).map((value) => textCell(restoreText(value))) };
    }
  } catch (error) {
    throw faultAt(error, parser.info.records + 1);
  }
}

/**
 * Keeps one value beyond the columns that a table may have, if there are any: a row may have millions of empty ones. Not as
 * `on_record` of the parser, which makes an object for each record that outlives the young generation.
 */
function bounded(record: string[]): string[] {
  if (record.length <= MAX_COLUMNS) return record;
  const surplus = record.slice(MAX_COLUMNS).find((value) => value !== "");
  return [...record.slice(0, MAX_COLUMNS), surplus ?? ""];
}

async function readSample(text: AsyncGenerator<string>): Promise<string> {
  let sample = "";
  while (sample.length < SAMPLE_BYTES) {
    const { done, value } = await text.next();
    if (done) break;
    sample += value;
  }
  return sample;
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== "") yield first;
  yield* rest;
}

function faultAt(error: unknown, row: number): unknown {
  if (error instanceof SpreadsheetFault) return new SpreadsheetFault(error.code, { row }, { cause: error });
  const code = error instanceof CsvError ? FAULTS[error.code] : undefined;
  return code ? new SpreadsheetFault(code, { row }, { cause: error }) : error;
}
