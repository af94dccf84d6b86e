import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { writeTable } from "@assay/spreadsheets";
import { importFile, lineOf } from "./import-file";
import type { Bench } from "./setting";

const COLUMNS = ["identifier", "title", "data.batch", "data.size:number", "data.note", "data.origin"];
/** Notes that make rows of some 4,000 bytes. */
const NOTE_CHARACTERS = 3_900;
const ROW_BYTES = 4_000;
const WARM_UP_ROWS = 5_000;
const SAMPLE_ROWS = 1_000;
/** Nearly the largest workbook that is accepted. */
const WORKBOOK_BYTES = 195 * 1024 ** 2;

const SYLLABLES = ["ka", "lor", "mi", "ten", "su", "bra", "vel", "no", "fi", "gart", "he", "dun"];
const WORDS = SYLLABLES.flatMap((first) => SYLLABLES.map((second) => first + second));

/** Words in an order that looks random, the same in each run. */
function words(seed: number, characters: number): string {
  let text = "";
  for (let state = seed + 1; text.length < characters; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${WORDS[(state >>> 8) % WORDS.length]} `;
  }
  return text.slice(0, characters).trimEnd();
}

function* rowsOf(mark: string, rows: number) {
  for (let n = 0; n < rows; n++)
    yield [`${mark}-${n}`, `Title of ${n}`, `B-${n >>> 4}`, n % 40, words(n, NOTE_CHARACTERS), "Düsseldorf"];
}

/** Writes a workbook; returns its bytes. */
async function writeWorkbook(file: string, rows: number): Promise<number> {
  await pipeline(writeTable("xlsx", COLUMNS, rowsOf("xlsx", rows)), createWriteStream(file));
  return (await stat(file)).size;
}

/** Imports a CSV of `--bytes` and a workbook of nearly 200 MiB: time and memory. */
export const importingLargeFiles: Bench = async ({ folder, database, service, producer, bytes }) => {
  const csvOf = (mark: string, rows: number) => ({
    type: "text/csv" as const,
    rows,
    bytes: writeTable("csv", COLUMNS, rowsOf(mark, rows)),
  });
  console.log(
    `\n  warm  ${lineOf(await importFile(database, service, producer, csvOf("warm", WARM_UP_ROWS)))}`,
  );
  const rows = Math.floor(bytes / ROW_BYTES);
  console.log(
    `  CSV of ${bytes} bytes  ${lineOf(await importFile(database, service, producer, csvOf("csv", rows)))}`,
  );
  const file = path.join(folder, "large.xlsx");
  const perRow = (await writeWorkbook(file, SAMPLE_ROWS)) / SAMPLE_ROWS;
  const count = Math.floor(Math.min(bytes, WORKBOOK_BYTES) / perRow);
  const size = await writeWorkbook(file, count);
  const workbook = {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" as const,
    rows: count,
    bytes: createReadStream(file),
  };
  console.log(`  XLSX of ${size} bytes  ${lineOf(await importFile(database, service, producer, workbook))}`);
};
