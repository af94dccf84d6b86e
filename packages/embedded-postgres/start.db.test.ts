import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./index";

// Holds decision 0001.

const SETTINGS = { fsync: "off", shared_buffers: "16MB", max_connections: "20" };
const MODULE = fileURLToPath(new URL("./index.ts", import.meta.url));

let template: string;
let dataDir: string;
let started: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  template = await makeFolder();
  const options = { dataDir: template, database: "assay", settings: SETTINGS };
  await (await startEmbeddedPostgres(options)).stop();
});

afterAll(() => rm(template, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await makeFolder();
  started = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(started.map((db) => db.stop()));
  const left = await postmasterPid();
  if (left) process.kill(left, "SIGQUIT");
  await rm(dataDir, { recursive: true, force: true });
  expect(left).toBeUndefined();
});

async function makeFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "assay-test-")));
  // As root, the user that runs Postgres must get in; otherwise the cluster would move elsewhere.
  await chmod(folder, 0o755);
  return folder;
}

/** Copying a cluster saves the second that creating one takes. */
function useTemplate() {
  execFileSync("cp", ["-a", join(template, "postgres"), dataDir]);
}

async function start(folder = dataDir) {
  const db = await startEmbeddedPostgres({ dataDir: folder, database: "assay", settings: SETTINGS });
  started.push(db);
  return db;
}

/** Starts the cluster in another process and returns once it is up. */
async function startElsewhere() {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
    const options = ${JSON.stringify({ dataDir, database: "assay", settings: SETTINGS })};
    const db = await startEmbeddedPostgres(options);
    process.once("SIGTERM", () => db.stop());
    console.log("up");
  `;
  const args = ["--import", "tsx", "--input-type=module", "--eval", code];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

async function query<T extends object>(db: EmbeddedPostgres, text: string): Promise<T[]> {
  // postgres.js does not await its look-up of types: a cut connection would reject where no code catches it.
  const sql = postgres(db.url, { max: 1, fetch_types: false });
  try {
    return [...(await sql.unsafe<T[]>(text))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function postmasterPid(): Promise<number | undefined> {
  const file = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(file, 10) || undefined;
}

async function endOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

describe("the embedded database", { timeout: 20_000 }, () => {
  test("starts, answers, stops, and keeps its data", async () => {
    const first = await start();
    await query(first, "create table kept as select 7 as n");
    expect(await query(first, "select current_database() as db, 'a' > 'B' as by_code_point")).toEqual([
      { db: "assay", by_code_point: true },
    ]);
    await first.stop();
    expect(await postmasterPid()).toBeUndefined();
    expect(await query(await start(), "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("listens only on a socket, in a folder closed to others, and is durable by default", async () => {
    useTemplate();
    const db = await start();
    const show =
      "select current_setting($$listen_addresses$$) as tcp, current_setting($$data_checksums$$) as sums";
    expect(await query(db, show)).toEqual([{ tcp: "", sums: "on" }]);
    expect(db.socketFolder).toBe(join(dataDir, "postgres"));
    const commit =
      "select current_setting($$full_page_writes$$) || current_setting($$synchronous_commit$$) as s";
    expect(await query(db, commit)).toEqual([{ s: "onon" }]);
  });

  test("is adopted after the process that started it was killed", async () => {
    useTemplate();
    const starter = await startElsewhere();
    const pid = await postmasterPid();
    starter.kill("SIGKILL");
    await endOf(starter);
    const db = await start();
    expect(await postmasterPid()).toBe(pid);
    await db.stop();
    expect(await postmasterPid()).toBeUndefined();
  });

  test("two processes share one server, and the last one to leave stops it", async () => {
    useTemplate();
    const [db, other] = await Promise.all([start(), startElsewhere()]);
    const pid = await postmasterPid();
    await db.stop();
    expect(await postmasterPid()).toBe(pid);
    other.kill("SIGTERM");
    await endOf(other);
    expect(await postmasterPid()).toBeUndefined();
  });

  test("starts despite a lock file whose process id another process has now", async () => {
    useTemplate();
    await (await start()).stop();
    const lock = join(dataDir, "postgres", "postmaster.pid");
    await writeFile(lock, `${process.pid}\n${join(dataDir, "postgres")}\n1\n5432\n\n\n0 0\nready\n`);
    expect(await query(await start(), "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("restarts under the same URL when its server is killed with its children", async () => {
    useTemplate();
    const db = await start();
    const busy = query(db, "select pg_sleep(60)").catch((error) => error);
    const killed = await postmasterPid();
    process.kill(killed ?? 0, "SIGKILL");
    expect(await busy).toBeInstanceOf(Error);
    await expect
      .poll(() => query(db, "select 1 as n").catch(() => []), { timeout: 8_000 })
      .toEqual([{ n: 1 }]);
    expect(await postmasterPid()).not.toBe(killed);
  });

  test("the remains of an interrupted creation are removed", async () => {
    await mkdir(join(dataDir, "postgres.new-abc", "base"), { recursive: true });
    await start();
    await expect(readFile(join(dataDir, "postgres.new-abc"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("uses a short folder for the socket when the path is too long for one", async () => {
    const deep = join(dataDir, "a-rather-long-folder-name".repeat(3));
    const db = await start(deep);
    expect(db.socketFolder.length).toBeLessThan(30);
    expect(await query(db, "select 1 as n")).toEqual([{ n: 1 }]);
    await db.stop();
    const again = await start(deep);
    expect(await query(again, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  test("names the obstacle when the folder is not a cluster", async () => {
    await mkdir(join(dataDir, "postgres"));
    await writeFile(join(dataDir, "postgres", "notes.txt"), "mine");
    await expect(start()).rejects.toThrow(/holds something else; move it away/);
  });
});
