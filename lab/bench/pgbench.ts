import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { measureCores } from "./cpu";
import type { BenchDatabase } from "./database";
import { CONNECTIONS } from "./http-candidate";
import type { Candidate, Round } from "./rounds";

const run = promisify(execFile);

const THREADS = 2;
/** The share of transactions whose latency is logged, low enough that logging costs nothing. */
const LOG_SAMPLE_RATE = 0.05;

const PLACES = ["pgbench", "/usr/bin/pgbench"];

/** The plain transaction for a scan: select, insert and update between begin and commit. */
const plainScan = (prefix: string, items: number, newId: string) => `\\set n random(1, ${items})
BEGIN;
SELECT * FROM items WHERE identifier = '${prefix}-' || :n AND deleted_at IS NULL \\gset item_
INSERT INTO scans (id, item_id, producer_id, identifier, timestamp, copyclassification, latitude, longitude,
    country, continent, data, device_info, os, device)
  VALUES (${newId}, :item_id, :item_producer_id, :item_identifier, now(), 'original', 50.93, 11.58, 'DE', 'EU', '{}',
    '{"os": "ios", "environment": {"identifierForVendor": "6f1c2a52-7b0e-4d6c-9d53-0a3f5f0f9f11"}}', 'ios',
    'mDVn0bqPzT7kq1kq5v3rY6b0s8mZr2aQ');
UPDATE items SET scans = scans + 1 WHERE id = :item_id;
COMMIT;
`;

async function findPgbench(): Promise<string> {
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    .map((folder) => path.join(folder, "pgbench"));
  const found = [...folders, ...PLACES].find((file) => path.isAbsolute(file) && existsSync(file));
  if (!found) throw new Error("pgbench is not installed; Debian has it in postgresql-contrib.");
  return found;
}

function numberIn(output: string, pattern: RegExp): number {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`Unexpected output of pgbench:\n${output}`);
  return Number(found);
}

/** Quantiles in milliseconds from the logs of a run, whose lines are: client, number, microseconds, ... */
async function quantiles(folder: string, wanted: number[]): Promise<number[]> {
  const files = await readdir(folder);
  const logs = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  const times = logs
    .flatMap((log) => log.split("\n"))
    .flatMap((line) => line.split(" ")[2] ?? [])
    .map((us) => Number(us) / 1000)
    .sort((a, b) => a - b);
  return wanted.map((quantile) => times[Math.floor(quantile * times.length)] ?? Number.NaN);
}

export interface PgbenchTarget {
  name: string;
  /** The items are `<prefix>-1` to `<prefix>-<items>`, chosen at random. */
  prefix: string;
  items: number;
}

/** The plain transaction by pgbench, in prepared statements, with the same number of connections as the service. */
export async function pgbenchCandidate(
  folder: string,
  database: BenchDatabase,
  { name, prefix, items }: PgbenchTarget,
): Promise<Candidate> {
  const pgbench = await findPgbench();
  const script = path.join(folder, `${prefix}.sql`);
  await writeFile(
    script,
    plainScan(prefix, items, database.versionNumber >= 180000 ? "uuidv7()" : "gen_random_uuid()"),
  );

  async function round(seconds: number): Promise<Round> {
    const logs = await mkdtemp(path.join(folder, "pgbench-"));
    const cores = measureCores({ load: "ended child", candidate: [], postmaster: database.postmaster });
    const sizes = ["-c", String(CONNECTIONS), "-j", String(THREADS), "-T", String(seconds)];
    const logging = ["-l", `--sampling-rate=${LOG_SAMPLE_RATE}`, `--log-prefix=${path.join(logs, "log")}`];
    const args = ["-n", "-M", "prepared", ...sizes, ...logging, "-f", script, database.url];
    const { stdout } = await run(pgbench, args, { maxBuffer: 64 * 1024 * 1024 });
    const busy = cores();
    if (numberIn(stdout, /failed transactions: (\d+)/) > 0)
      throw new Error(`Transactions failed:\n${stdout}`);
    const [p50 = Number.NaN, p99 = Number.NaN] = await quantiles(logs, [0.5, 0.99]);
    await rm(logs, { recursive: true });
    return { perSecond: numberIn(stdout, /tps = ([\d.]+)/), p50, p99, cores: busy };
  }
  return { name, round };
}
