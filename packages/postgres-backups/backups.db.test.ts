import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type EmbeddedPostgres, findPlace, socketUrl, startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  backUp,
  type Cluster,
  copyLog,
  folderPlace,
  listBackups,
  listCopiedLogs,
  type Place,
  RestoreFault,
  removeOldBackups,
  restore,
} from "./index";
import { archiveOf } from "./layout";
import { chooseBackup } from "./restore";

// Holds decision 0061.

const SETTINGS = { fsync: "off", shared_buffers: "16MB", max_connections: "20" };

let home: string;
let database: EmbeddedPostgres;
let sql: postgres.Sql;
let cluster: Cluster;
let folder: string;
let backups: Place;
const others: { database: EmbeddedPostgres; sql: postgres.Sql }[] = [];

const makeFolder = async () => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "assay-test-")));
  await chmod(folder, 0o755);
  return folder;
};

beforeAll(async () => {
  home = await makeFolder();
  const dataDir = path.join(home, "data");
  database = await startEmbeddedPostgres({ dataDir, database: "shop", settings: SETTINGS });
  sql = postgres(database.url, { max: 2, fetch_types: false, onnotice: () => {} });
  cluster = { url: database.url, folder: (await findPlace(dataDir)).cluster };
  folder = path.join(home, "backups");
  backups = folderPlace(folder);
  await sql`create table kept (n int primary key)`;
});

afterEach(async () => {
  for (const other of others.splice(0)) {
    await other.sql.end();
    await other.database.stop();
  }
});

afterAll(async () => {
  await sql.end();
  await database.stop();
  await rm(home, { recursive: true, force: true });
});

const add = (n: number) => sql`insert into kept values (${n})`;
/** A time behind all commits so far, also without the microseconds that a date lacks. */
const now = async () => {
  const [row] = await sql<{ at: string }[]>`select clock_timestamp()::text as at from pg_sleep(0.002)`;
  return new Date(row?.at ?? "");
};

/** Restores, and starts a server there. */
async function restored(name: string, wanted: { to?: Date; from?: Place } = {}): Promise<postgres.Sql> {
  const dataDir = path.join(home, name);
  await mkdir(dataDir, { mode: 0o755 });
  const { cluster, user } = await findPlace(dataDir);
  const { settings } = await restore({ from: backups, cluster, owner: user, ...wanted });
  const other = await startEmbeddedPostgres({
    dataDir,
    database: "shop",
    settings: { ...SETTINGS, ...settings },
  });
  const client = postgres(other.url, { max: 1, fetch_types: false });
  others.push({ database: other, sql: client });
  await client`create table is_writable ()`;
  return client;
}

const rowsOf = async (client: postgres.Sql) =>
  (await client<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);

/** Writes a statement of 50 rows after the other until it is ended. */
function writeRows() {
  const ending = new AbortController();
  const written = (async () => {
    let statements = 0;
    while (!ending.signal.aborted)
      await sql`insert into busy select ${statements++} from generate_series(1, 50)`;
    return statements;
  })();
  return () => {
    ending.abort();
    return written;
  };
}

const newestLog = async () => (await listCopiedLogs(backups)).at(-1);

/** The backup that a restore would use. */
const chosenFor = async (to: Date) => (await chooseBackup({ from: backups, to })).chosen.name;

/** The cluster for a role with the rights that the README of this package lists, which the server reads its files to. */
async function withoutFolder(): Promise<Cluster> {
  await sql.unsafe(`
    create role archivist login replication;
    grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_control_system(),
      pg_ls_dir(text, boolean, boolean), pg_stat_file(text, boolean),
      pg_read_binary_file(text, bigint, bigint, boolean) to archivist`);
  return { url: socketUrl(await findPlace(path.join(home, "data")), "shop", "archivist") };
}

describe("backups of a running cluster", { timeout: 120_000 }, () => {
  test("restore to the end of the copied log, and to a point between two commits, what is written meanwhile too", async () => {
    await sql`create table busy (n int, filler text default repeat('x', 400))`;
    await add(1);
    const endWriting = writeRows();
    const backup = await backUp(cluster, backups);
    const statements = await endWriting();
    await add(2);
    const between = await now();
    await add(3);
    // Some segments of the log.
    await sql`create table much as select repeat(md5(n::text), 60) as text from generate_series(1, 30000) as n`;
    await copyLog(cluster, backups);
    await add(4);
    expect(backup).toMatchObject({ major: 18, name: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    const end = await restored("at-end");
    expect(await rowsOf(end)).toEqual([1, 2, 3]);
    const [counted] = await end`
      select (select count(*)::int from busy) as rows, (select count(distinct n)::int from busy) as statements,
        (select count(*)::int from much) as much`;
    expect(counted).toEqual({ rows: statements * 50, statements, much: 30_000 });
    expect(await rowsOf(await restored("between", { to: between }))).toEqual([1, 2]);
  });

  test("times that cannot be restored are refused with the time that can", async () => {
    const log = await newestLog();
    const wanted = { from: backups, cluster: path.join(home, "refused") };
    await expect(restore({ ...wanted, to: new Date(Date.now() + 60_000) })).rejects.toThrow(
      `The copied log ends at ${log?.at.toISOString()}, before the wanted time.`,
    );
    const [first] = await listBackups(backups);
    await expect(restore({ ...wanted, to: new Date(0) })).rejects.toThrow(
      `The first point in time that can be restored is ${first?.endedAt.toISOString()}.`,
    );
    await expect(restore({ ...wanted, backup: "unknown" })).rejects.toThrow(RestoreFault);
  });

  test("a damaged archive is refused, and leaves nothing", async () => {
    const [first] = await listBackups(backups);
    const archive = path.join(folder, archiveOf(first?.name ?? ""));
    const whole = await readFile(archive);
    await writeFile(archive, whole.subarray(0, -1));
    const target = await makeFolder();
    await expect(restore({ from: backups, cluster: path.join(target, "postgres") })).rejects.toThrow();
    expect(await readdir(target)).toEqual([]);
    await rm(target, { recursive: true });
    await writeFile(archive, whole);
  });

  test("old backups are removed with their log, and every later point in time stays", async () => {
    const [first] = await listBackups(backups);
    await mkdir(path.join(folder, "base/broken-off"));
    await writeFile(path.join(folder, "base/broken-off/cluster.tar.gz.tmp"), "a part");
    const second = await backUp(cluster, backups);
    expect(await readdir(path.join(folder, "base"))).toEqual([first?.name, second?.name]);
    const keptSince = await now();
    await sql`select pg_switch_wal()`;
    const third = await backUp(cluster, backups);
    const log = await readdir(path.join(folder, "wal"));
    await removeOldBackups(backups, keptSince);
    expect((await listBackups(backups)).map(({ name }) => name)).toEqual([second?.name, third?.name]);
    expect((await readdir(path.join(folder, "wal"))).length).toBeLessThan(log.length);
    expect(await chosenFor(keptSince)).toBe(second?.name);
    expect(await chosenFor(third?.endedAt ?? new Date())).toBe(third?.name);
    await expect(chosenFor(first?.endedAt ?? new Date())).rejects.toThrow("The first point in time");
  });

  test("where the server has forgotten log that was not copied, times before and after the gap can be restored", async () => {
    await copyLog(cluster, backups);
    const before = await newestLog();
    await sql`select pg_drop_replication_slot('assay_backup')`;
    await sql`select pg_switch_wal()`;
    await add(10);
    await sql`checkpoint`;
    await copyLog(cluster, backups);
    const after = await newestLog();
    const [first] = await listBackups(backups);
    if (!before || !after || !first) throw new Error("There are no copies.");
    expect(after.from).not.toBe(before.from);
    expect(await chosenFor(before.at)).toBeDefined();
    const refusal = `The log has a gap after ${before.at.toISOString()}`;
    await expect(chosenFor(after.at)).rejects.toThrow(refusal);
    await expect(chooseBackup({ from: backups })).rejects.toThrow(refusal);
    const next = await backUp(cluster, backups);
    expect(await chosenFor(next?.endedAt ?? new Date())).toBe(next?.name);
    expect((await chooseBackup({ from: backups })).chosen.name).toBe(next?.name);
    expect(await rowsOf(await restored("before-gap", { to: before.at }))).not.toContain(10);
  });

  test("a cluster whose files this process cannot read is backed up through its server, by a role with few rights", async () => {
    const remote = await withoutFolder();
    const place = folderPlace(path.join(home, "remote-backups"));
    await sql`alter system set synchronous_standby_names = 'far_away'`;
    await sql`alter system set shared_preload_libraries = 'missing'`;
    await add(20);
    const backup = await backUp(remote, place);
    expect(backup).toMatchObject({ database: "shop", owner: "postgres", major: 18 });
    await add(21);
    await copyLog(remote, place);
    await sql`select pg_switch_wal()`;
    await add(22);
    await copyLog(remote, place);
    expect(await rowsOf(await restored("remote", { from: place }))).toEqual(
      expect.arrayContaining([20, 21, 22]),
    );
    await sql`alter system reset all`;
  });

  test("where nothing bounds the log that the server keeps, copies go on and say so, and none begin", async () => {
    const dataDir = path.join(home, "unbounded");
    await mkdir(dataDir, { mode: 0o755 });
    const settings = { ...SETTINGS, max_slot_wal_keep_size: "-1" };
    const unbounded = await startEmbeddedPostgres({ dataDir, database: "shop", settings });
    const client = postgres(unbounded.url, { max: 1, fetch_types: false });
    others.push({ database: unbounded, sql: client });
    const place = folderPlace(path.join(home, "unbounded-backups"));
    const slots = () => client`select slot_name from pg_replication_slots`;
    const refusal = "Set max_slot_wal_keep_size";
    await expect(copyLog({ url: unbounded.url }, place)).rejects.toThrow(refusal);
    await expect(backUp({ url: unbounded.url }, place)).rejects.toThrow(refusal);
    expect(await slots()).toEqual([]);
    // As of a time when the setting was there.
    await client`select pg_create_physical_replication_slot('assay_backup', true)`;
    await expect(copyLog({ url: unbounded.url }, place)).rejects.toThrow(refusal);
    expect(await listCopiedLogs(place)).toHaveLength(1);
  });

  test("a cluster with files elsewhere is refused", async () => {
    const session = await sql.reserve();
    await session`set allow_in_place_tablespaces = on`;
    await session`create tablespace elsewhere location ''`;
    session.release();
    await expect(backUp(cluster, folderPlace(path.join(home, "refused-backups")))).rejects.toThrow(
      "tablespaces",
    );
    await sql`drop tablespace elsewhere`;
  });
});
