import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { readTable, type Source, writeTable } from "../index";
import { workbook } from "./workbook";

// Measures time and memory of large tables: CSV of 1 GB that is made while it is read, workbooks of 200 MB.

const CSV_BYTES = 1e9;
const SHEET_ROWS = 1_000_000;
const COLUMNS = ["gtin", "serial", "batch", "name", "amount", "made", "place", "note", "a", "b", "c"];
const SAMPLE_ROWS = 1000;
const MB = 1e6;

/** Texts that hardly compress, the same in each run. */
function serial(at: number): string {
  let text = "";
  for (let part = 1; part <= 4; part++) text += (Math.imul(at + part * 7919, 2654435761) >>> 0).toString(36);
  return text;
}

const rowAt = (at: number) => [
  String(4_006_381_333_931 + at),
  serial(at),
  `B-${serial(at >>> 4)}`,
  `Item "${serial(at * 3)}"`,
  at,
  "2024-03-15",
  "Düsseldorf",
  `=note ${serial(at * 5)}`,
  ...[7, 11, 13].map((factor) => serial(at * factor)),
];

function* rows(count: number) {
  for (let at = 0; at < count; at++) {
    if (at % SAMPLE_ROWS === 0) sampleMemory();
    yield rowAt(at);
  }
}

/** CSV bytes until a size is reached. */
async function* csvOf(bytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of writeTable("csv", COLUMNS, rows(Number.POSITIVE_INFINITY))) {
    yield chunk;
    size += chunk.length;
    if (size >= bytes) return;
  }
}

/** A workbook as Excel writes it: all texts are shared strings, each is used once. */
function sharedWorkbook(count: number) {
  function* strings() {
    for (const name of COLUMNS) yield `<si><t>${name}</t></si>`;
    for (const row of rows(count)) yield row.map((text) => `<si><t>${text}</t></si>`).join("");
  }
  function* sheet() {
    for (let row = 0; row <= count; row++) {
      const cells = COLUMNS.map(
        (_, at) => `<c r="${"ABCDEFGHIJK"[at]}${row + 1}" t="s"><v>${row * COLUMNS.length + at}</v></c>`,
      );
      yield `<row r="${row + 1}">${cells.join("")}</row>`;
    }
  }
  return workbook({ sheet: sheet(), strings: strings() });
}

let peak = 0;

function sampleMemory(): void {
  peak = Math.max(peak, process.memoryUsage.rss());
}

/** Runs work and prints its speed and by how much the memory of the process grew at most. */
async function measure(name: string, work: () => Promise<{ count: number; bytes: number }>): Promise<void> {
  const before = process.memoryUsage.rss();
  peak = before;
  const begun = performance.now();
  const { count, bytes } = await work();
  const seconds = (performance.now() - begun) / 1000;
  const figures = [
    `${Math.round(bytes / MB)} MB`,
    `${count} rows`,
    `${seconds.toFixed(1)} s`,
    `${Math.round(count / seconds)} rows/s`,
    `memory ${Math.round(before / MB)} + ${Math.round((peak - before) / MB)} MB`,
  ];
  console.log(`${name}: ${figures.join(", ")}`);
}

async function countRows(source: Source): Promise<number> {
  const table = await readTable(source);
  let count = 0;
  for await (const _ of table.rows) if (++count % SAMPLE_ROWS === 0) sampleMemory();
  return count;
}

async function measureFile(name: string, file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await measure(`write ${name}`, async () => {
    await pipeline(bytes, createWriteStream(file));
    return { count: SHEET_ROWS, bytes: (await stat(file)).size };
  });
  await measure(`read ${name}`, async () => ({
    count: await countRows(file),
    bytes: (await stat(file)).size,
  }));
}

const MEASUREMENTS: Record<string, (file: string) => Promise<void>> = {
  stream: () =>
    measure("make and read CSV", async () => ({
      count: await countRows(csvOf(CSV_BYTES)),
      bytes: CSV_BYTES,
    })),
  csv: (file) => measureFile("CSV", file, writeTable("csv", COLUMNS, rows(SHEET_ROWS))),
  jsonl: (file) => measureFile("JSON Lines", file, writeTable("jsonl", COLUMNS, rows(SHEET_ROWS))),
  xlsx: (file) => measureFile("XLSX", file, writeTable("xlsx", COLUMNS, rows(SHEET_ROWS))),
  strings: (file) => measureFile("XLSX with shared strings", file, sharedWorkbook(SHEET_ROWS)),
};

const wanted = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), "spreadsheets-bench-"));
try {
  for (const [name, run] of Object.entries(MEASUREMENTS)) {
    if (wanted.length === 0 || wanted.includes(name)) await run(path.join(folder, "table"));
  }
} finally {
  await rm(folder, { recursive: true });
}
