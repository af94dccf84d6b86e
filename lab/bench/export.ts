import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import { type BenchDatabase, settle } from "./database";
import { residentMb } from "./memory";
import { createOwner, type Producer, type Service } from "./service";
import type { Bench } from "./setting";
import { withoutTriggers } from "./without-triggers";

const ITEMS = 10_000;
const SCANS_BATCH_SIZE = 250_000;
const OWNER = { email: "export@people.test", password: "violet kettle under seven bridges" };
const FORMATS = ["csv", "xlsx", "jsonl"] as const;
const POLL_INTERVAL_MS = 50;
const GOALS = { firstByteMs: 1_000, memoryMb: 100 };

/** Inserts items and scans as recorded ones, without the triggers that count them. */
async function makeScans({ sql }: BenchDatabase, { producerId }: Producer, count: number) {
  await sql`insert into identifiers (identifier, producer_id)
    select 'export-' || n, ${producerId} from generate_series(1, ${ITEMS}::int) n`;
  await sql`insert into items (identifier, producer_id, title, created_at, updated_at)
    select 'export-' || n, ${producerId}, 'Title of ' || n, now(), now() from generate_series(1, ${ITEMS}::int) n`;
  for (let from = 1; from <= count; from += SCANS_BATCH_SIZE) {
    const to = Math.min(count, from + SCANS_BATCH_SIZE - 1);
    await sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, latitude, longitude,
          country, continent, data, os, device, device_info)
        select new_id(), items.id, items.producer_id, identifier, now() - (${count}::int - n) * interval '1 second', 'original',
          50 + random(), 10 + random(), 'DE', 'EU', '{"batch": "A 17", "line": 4}', 'android', 'device-' || n,
          '{"os": "android", "model": "Pixel 9", "osVersion": "16"}'
        from generate_series(${from}::int, ${to}::int) n join items on items.identifier = 'export-' || (1 + n % ${ITEMS}::int)`;
    });
    console.error(`${to} scans of ${count}`);
  }
}

/** Signs a person in. Returns the cookies of the session. */
async function signIn(origin: string): Promise<string> {
  const first = await fetch(`${origin}/api/auth/csrf`);
  const cookies = (response: Response) => response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  const { csrfToken } = JSON.parse(await first.text());
  const response = await fetch(`${origin}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies(first).join("; "), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...OWNER, csrfToken, callbackUrl: "/overview", json: "true" }),
  });
  if (!response.ok) throw new Error(`Sign-in: ${response.status}`);
  return cookies(response).join("; ");
}

const TICKS_PER_SECOND = 100;

/** The CPU time that a process has used, in seconds. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

interface Measured {
  format: string;
  firstByteMs: number;
  seconds: number;
  /** CPU time of the service, which does not depend on other work on the machine. */
  cpuSeconds: number;
  rowsPerSecond: number;
  megabytes: number;
  /** The growth of the memory of the warm service at its peak. */
  memoryMb: number;
}

async function download(service: Service, url: string, cookie: string) {
  const before = residentMb(service.pid);
  const cpuBefore = cpuSeconds(service.pid);
  let peak = before;
  const poll = setInterval(() => {
    peak = Math.max(peak, residentMb(service.pid));
  }, POLL_INTERVAL_MS);
  try {
    const started = performance.now();
    const response = await fetch(url, { headers: { cookie, "sec-fetch-site": "same-origin" } });
    if (!response.ok || !response.body)
      throw new Error(`GET ${url}: ${response.status} ${await response.text()}`);
    let [firstByteMs, bytes] = [Number.NaN, 0];
    for await (const chunk of response.body) {
      if (bytes === 0) firstByteMs = performance.now() - started;
      bytes += chunk.length;
    }
    return {
      firstByteMs,
      seconds: (performance.now() - started) / 1_000,
      cpuSeconds: cpuSeconds(service.pid) - cpuBefore,
      megabytes: bytes / 1024 / 1024,
      memoryMb: peak - before,
    };
  } finally {
    clearInterval(poll);
  }
}

/** Exports all scans of a producer in each format: the time to the first byte, rows a second, and memory. */
export const exporting: Bench = async ({ database, place, service, producer, scans }) => {
  const count = scans[0] ?? 1;
  await withoutTriggers(database.sql, () => makeScans(database, producer, count));
  await createOwner(place, producer, OWNER);
  await settle(database);
  const origin = `http://127.0.0.1:${service.port}`;
  const cookie = await signIn(origin);
  const urlOf = (format: string, filter: object) =>
    `${origin}/api/dashboard/export?${new URLSearchParams({ list: "scans", format, filter: JSON.stringify(filter), producer: producer.producerId })}`;
  const measured: Measured[] = [];
  // A warm process: the first export compiles its code, and the heap grows to the size that exports need.
  for (const format of FORMATS) await download(service, urlOf(format, { item: "export-1" }), cookie);
  await download(service, urlOf("csv", {}), cookie);
  for (const format of FORMATS) {
    const one = await download(service, urlOf(format, {}), cookie);
    measured.push({ format, rowsPerSecond: count / one.seconds, ...one });
  }
  reportExport(count, measured);
};

function reportExport(scans: number, measured: Measured[]): void {
  console.log(`\nexport: ${scans} scans of a producer, 20 columns\n`);
  for (const { format, firstByteMs, seconds, cpuSeconds, rowsPerSecond, megabytes, memoryMb } of measured) {
    const isReached = firstByteMs <= GOALS.firstByteMs && memoryMb <= GOALS.memoryMb;
    console.log(
      `  ${format.padEnd(6)} first byte ${firstByteMs.toFixed(0)} ms, ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of CPU), ${Math.round(rowsPerSecond)} rows/s, ${megabytes.toFixed(0)} MiB, memory +${memoryMb.toFixed(0)} MiB: ${isReached ? "reached" : "missed"}`,
    );
  }
  console.log(
    `\n  goals: first byte within ${GOALS.firstByteMs} ms, at most ${GOALS.memoryMb} MiB more memory`,
  );
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const machine = { cpus: os.availableParallelism(), model: os.cpus()[0]?.model ?? "unknown" };
  const result = {
    bench: "export",
    date: new Date().toISOString(),
    machine,
    node: process.version,
    scans,
    goals: GOALS,
    measured,
  };
  writeFileSync(new URL("export.json", folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/export.json");
}
