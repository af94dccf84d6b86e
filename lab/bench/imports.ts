import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { finished } from "node:stream/promises";
import { measureCores } from "./cpu";
import { type BenchDatabase, settle } from "./database";
import { importFile, lineOf, type Measured } from "./import-file";
import type { Producer, Service } from "./service";
import type { Bench } from "./setting";

const SMALL_ROWS = 5_000;
/** Small imports before the measured one: they fill the young generation of the process, which any work fills in time. */
const WARM_UPS = 8;
const CHUNK_ROWS = 1_000;
const GOALS = { ofCopy: 0.25, memoryMb: 100 };

const csvLine = (mark: string, n: number) => `${mark}-${n},Title of ${n},red,${n % 40}\n`;

/** A file of items, generated as it is sent. */
function* fileOf(mark: string, rows: number): Generator<Buffer> {
  yield Buffer.from("identifier,title,data.colour,data.size:number\n");
  for (let n = 0; n < rows; n += CHUNK_ROWS) {
    const count = Math.min(CHUNK_ROWS, rows - n);
    yield Buffer.from(Array.from({ length: count }, (_, at) => csvLine(mark, n + at)).join(""));
  }
}

const importRows = (
  database: BenchDatabase,
  service: Service,
  producer: Producer,
  rows: number,
  mark = `import-${rows}`,
): Promise<Measured> =>
  importFile(database, service, producer, { type: "text/csv", rows, bytes: fileOf(mark, rows) });

/**
 * Copies the same rows into a table with the columns, checks and indexes of items, without its triggers and foreign keys.
 * Returns rows a second, and the CPU time of Postgres for a row in microseconds.
 */
async function copyRows(
  { sql, postmaster }: BenchDatabase,
  { producerId }: Producer,
  rows: number,
): Promise<{ perSecond: number; microseconds: number }> {
  await sql`create table copied (like items including all)`;
  const started = performance.now();
  const coresSince = measureCores({ load: process.pid, candidate: [], postmaster });
  const stream =
    await sql`copy copied (identifier, producer_id, title, data, created_at, updated_at) from stdin`.writable();
  const at = new Date().toISOString();
  for (let n = 0; n < rows; n++) {
    const line = `copy-${n}\t${producerId}\tTitle of ${n}\t{"colour": "red", "size": ${n % 40}}\t${at}\t${at}\n`;
    if (!stream.write(line)) await new Promise((resolve) => stream.once("drain", resolve));
  }
  stream.end();
  await finished(stream);
  const perSecond = rows / ((performance.now() - started) / 1_000);
  const microseconds = (coresSince().postgres * 1_000_000) / perSecond;
  await sql`drop table copied`;
  return { perSecond, microseconds };
}

/** Imports files of items, small and large: rows a second beside a plain COPY, and memory. */
export const importing: Bench = async ({ database, service, producer, items }) => {
  for (let n = 0; n < WARM_UPS; n++) await importRows(database, service, producer, SMALL_ROWS, `warm-${n}`);
  const small = await importRows(database, service, producer, SMALL_ROWS);
  await settle(database);
  const copies = [await copyRows(database, producer, items)];
  const large = await importRows(database, service, producer, items);
  await settle(database);
  copies.push(await copyRows(database, producer, items));
  // Before and after, because the speed of a machine and of its disk changes within minutes.
  const copied = copies.reduce((sum, { perSecond }) => sum + perSecond, 0) / copies.length;
  const ofCopy = large.rowsPerSecond / copied;
  const growthMb = large.memoryMb - small.memoryMb;
  console.log("\nimport: files of items with four columns\n");
  for (const one of [small, large]) console.log(`  ${lineOf(one)}`);
  for (const { perSecond, microseconds } of copies)
    console.log(
      `  COPY into an equal table: ${Math.round(perSecond)} rows/s, CPU of a row: Postgres ${microseconds.toFixed(0)} us`,
    );
  console.log(
    `  ratio ${ofCopy.toFixed(3)} (goal ${GOALS.ofCopy}): ${ofCopy >= GOALS.ofCopy ? "reached" : "missed"}`,
  );
  console.log(
    `  memory +${growthMb.toFixed(0)} MiB (goal ${GOALS.memoryMb}): ${growthMb <= GOALS.memoryMb ? "reached" : "missed"}`,
  );
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const result = {
    bench: "import",
    date: new Date().toISOString(),
    machine: { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" },
    node: process.version,
    goals: GOALS,
    measured: [small, large],
    copies,
    ofCopy,
    growthMb,
  };
  writeFileSync(new URL("import.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/import.json");
};
