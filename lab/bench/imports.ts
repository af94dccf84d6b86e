import { mkdirSync, writeFileSync } from "node:fs";
import os from "node:os";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { type BenchDatabase, settle } from "./database";
import { residentMb } from "./memory";
import type { Producer, Service } from "./service";
import type { Bench } from "./setting";

const POLL_INTERVAL_MS = 100;
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

interface Measured {
  rows: number;
  /** From the first byte to the stored file, with the first batch. */
  uploadSeconds: number;
  importSeconds: number;
  rowsPerSecond: number;
  memoryMb: number;
}

/** Imports a file, and waits for the end of its job. */
async function importRows(
  { sql }: BenchDatabase,
  service: Service,
  { token }: Producer,
  rows: number,
  mark = `import-${rows}`,
): Promise<Measured> {
  let peak = residentMb(service.pid);
  const poll = setInterval(() => {
    peak = Math.max(peak, residentMb(service.pid));
  }, POLL_INTERVAL_MS);
  try {
    const started = performance.now();
    const url = `http://127.0.0.1:${service.port}/api/v2/imports?kind=items&name=bench.csv`;
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { "an-api-token": token, "content-type": "text/csv" },
      body: Readable.from(fileOf(mark, rows)),
      headersTimeout: 0,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`POST ${url}: ${statusCode} ${text}`);
    const { id } = JSON.parse(text);
    const uploaded = performance.now();
    for (;;) {
      const [job] = await sql<{ state: string; result: { new: number } }[]>`
        select jobs.state, jobs.result from imports join jobs on jobs.id = job_id where imports.id = ${id}`;
      if (job?.state === "done") {
        if (job.result.new !== rows) throw new Error(`${job.result.new} of ${rows} rows were imported.`);
        break;
      }
      if (job?.state !== "running") throw new Error(`The job is ${job?.state}.`);
      await delay(POLL_INTERVAL_MS);
    }
    const seconds = (performance.now() - uploaded) / 1_000;
    return {
      rows,
      uploadSeconds: (uploaded - started) / 1_000,
      importSeconds: seconds,
      rowsPerSecond: rows / ((performance.now() - started) / 1_000),
      memoryMb: peak,
    };
  } finally {
    clearInterval(poll);
  }
}

/** Copies the same rows into a table with the columns and indexes of items. Returns rows a second. */
async function copyRows({ sql }: BenchDatabase, { producerId }: Producer, rows: number): Promise<number> {
  await sql`create table copied (like items including all)`;
  const started = performance.now();
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
  await sql`drop table copied`;
  return perSecond;
}

/** Imports files of items, small and large: rows a second beside a plain COPY, and memory. */
export const importing: Bench = async ({ database, service, producer, items }) => {
  for (let n = 0; n < WARM_UPS; n++) await importRows(database, service, producer, SMALL_ROWS, `warm-${n}`);
  const measured: Measured[] = [];
  for (const rows of [SMALL_ROWS, items]) {
    measured.push(await importRows(database, service, producer, rows));
    await settle(database);
  }
  const copyPerSecond = await copyRows(database, producer, items);
  const [small, large] = measured;
  const ofCopy = (large?.rowsPerSecond ?? 0) / copyPerSecond;
  const growthMb = (large?.memoryMb ?? 0) - (small?.memoryMb ?? 0);
  console.log("\nimport: files of items with four columns\n");
  for (const { rows, uploadSeconds, importSeconds, rowsPerSecond, memoryMb } of measured)
    console.log(
      `  ${rows} rows: upload ${uploadSeconds.toFixed(1)} s, import ${importSeconds.toFixed(1)} s, ${Math.round(rowsPerSecond)} rows/s, memory ${memoryMb.toFixed(0)} MiB`,
    );
  console.log(`  COPY into an equal table: ${Math.round(copyPerSecond)} rows/s`);
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
    measured,
    copyPerSecond,
    ofCopy,
    growthMb,
  };
  writeFileSync(new URL("import.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/import.json");
};
