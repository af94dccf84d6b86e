import { booleanCell, type Cell, cell, EMPTY, isStorable, numberCell, textCell } from "../cells";
import { decodeText } from "../csv/decode";
import { SpreadsheetFault } from "../fault";
import { MAX_COLUMNS, MAX_ROW_BYTES, SAMPLE_CHARACTERS, SAMPLE_ROWS } from "../limits";
import { checkReadColumns, type Row, type Table } from "../table";

interface Line {
  number: number;
  characters: number;
  /** Absent if the line is no JSON object. */
  values?: ReadonlyMap<string, Cell>;
}

/**
 * Reads JSON Lines. The keys of the first rows are the columns, in the order in which they appear.
 * @throws {SpreadsheetFault} `noHeader` if the first rows have no key, and for invalid columns.
 */
export async function readJsonLines(source: AsyncIterable<Uint8Array>): Promise<Table> {
  const lines = readLines(decodeText(source));
  try {
    const sample: Line[] = [];
    const names = new Set<string>();
    let characters = 0;
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      sample.push(next.value);
      for (const name of next.value.values?.keys() ?? []) names.add(name);
      characters += next.value.characters;
      if (names.size > MAX_COLUMNS || sample.length === SAMPLE_ROWS || characters >= SAMPLE_CHARACTERS) break;
    }
    const columns = [...names];
    checkReadColumns(columns);
    if (!columns.every(isStorable)) throw new SpreadsheetFault("notASpreadsheet");
    return {
      columns,
      rows: rowsOf(sample, lines, columns),
      close: async () => void (await lines.return(undefined)),
    };
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
}

async function* rowsOf(sample: Line[], lines: AsyncIterable<Line>, columns: string[]): AsyncGenerator<Row> {
  const known = new Set(columns);
  for (const line of sample) yield rowOf(line, columns, known);
  sample.length = 0;
  for await (const line of lines) yield rowOf(line, columns, known);
}

function rowOf({ number, values }: Line, columns: string[], known: ReadonlySet<string>): Row {
  const cells = columns.map((name) => values?.get(name) ?? EMPTY);
  if (!values) return { number, cells, problem: "invalidJson" };
  const hasUnknown = values.size > known.size || [...values.keys()].some((key) => !known.has(key));
  return hasUnknown ? { number, cells, problem: "unknownColumn" } : { number, cells };
}

function jsonCell(value: unknown): Cell {
  if (typeof value === "string") return textCell(value);
  if (typeof value === "number") return numberCell(value);
  if (typeof value === "boolean") return booleanCell(value);
  return value === null || value === undefined ? EMPTY : cell("text", JSON.stringify(value), "nestedValue");
}

async function* readLines(text: AsyncIterable<string>): AsyncGenerator<Line> {
  let rest = "";
  let number = 0;
  for await (const chunk of text) {
    const lines = chunk.split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      number++;
      if (line.trim() !== "") yield parseLine(number, line);
    }
    if (rest.length > MAX_ROW_BYTES) throw new SpreadsheetFault("rowTooLong", { row: number + 1 });
  }
  if (rest.trim() !== "") yield parseLine(number + 1, rest);
}

function parseLine(number: number, line: string): Line {
  const characters = line.length;
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) return { number, characters };
    const cells = Object.entries(value).map(([name, one]) => [name, jsonCell(one)] as const);
    return { number, characters, values: new Map(cells) };
  } catch {
    // No JSON, or values that are nested too deeply to be written again.
    return { number, characters };
  }
}
