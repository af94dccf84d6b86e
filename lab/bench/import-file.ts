import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { request } from "undici";
import { measureCores } from "./cpu";
import type { BenchDatabase } from "./database";
import { residentMb } from "./memory";
import type { Producer, Service } from "./service";

const POLL_INTERVAL_MS = 100;

export interface Measured {
  rows: number;
  /** From the first byte to the stored file, with the first batch. */
  uploadSeconds: number;
  importSeconds: number;
  rowsPerSecond: number;
  memoryMb: number;
  /** CPU time for a row, in microseconds. */
  serviceMicroseconds: number;
  postgresMicroseconds: number;
}

/** A file of new items. */
interface File {
  type: "text/csv" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  rows: number;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Imports a file, and waits for the end of its job. */
export async function importFile(
  { sql, postmaster }: BenchDatabase,
  service: Service,
  { token }: Producer,
  { type, rows, bytes }: File,
): Promise<Measured> {
  let peak = residentMb(service.pid);
  const poll = setInterval(() => {
    peak = Math.max(peak, residentMb(service.pid));
  }, POLL_INTERVAL_MS);
  try {
    const started = performance.now();
    const coresSince = measureCores({ load: process.pid, candidate: [service.pid], postmaster });
    const url = `http://127.0.0.1:${service.port}/api/v2/imports?kind=items&name=bench`;
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { "an-api-token": token, "content-type": type },
      body: Readable.from(bytes),
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
    const { candidate, postgres } = coresSince();
    const microsecondsPerRow = ((performance.now() - started) * 1_000) / rows;
    return {
      rows,
      uploadSeconds: (uploaded - started) / 1_000,
      importSeconds: seconds,
      rowsPerSecond: rows / ((performance.now() - started) / 1_000),
      memoryMb: peak,
      serviceMicroseconds: candidate * microsecondsPerRow,
      postgresMicroseconds: postgres * microsecondsPerRow,
    };
  } finally {
    clearInterval(poll);
  }
}

/** A measured import as a line. */
export const lineOf = (of: Measured): string =>
  [
    `${of.rows} rows: upload ${of.uploadSeconds.toFixed(1)} s`,
    `import ${of.importSeconds.toFixed(1)} s`,
    `${Math.round(of.rowsPerSecond)} rows/s`,
    `memory ${of.memoryMb.toFixed(0)} MiB`,
    `CPU of a row: service ${of.serviceMicroseconds.toFixed(0)} us, Postgres ${of.postgresMicroseconds.toFixed(0)} us`,
  ].join(", ");
