import { chmod, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPlace, startEmbeddedPostgres } from "@assay/embedded-postgres";
import postgres from "postgres";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { backUp, type Cluster, copyLog, folderPlace, type Place, readText, restore } from "./index";
import { chooseBackup } from "./restore";

// Holds decision 0061.

const SETTINGS = { fsync: "off", shared_buffers: "16MB", max_connections: "20" };

let home: string;
let place: Place;

beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "assay-test-")));
  await chmod(home, 0o755);
  place = folderPlace(path.join(home, "backups"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
});

/** A running server, which its test may stop before its end. */
async function started(name: string, settings: Record<string, string> = {}) {
  const dataDir = path.join(home, name);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const server = await startEmbeddedPostgres({
    dataDir,
    database: "shop",
    settings: { ...SETTINGS, ...settings },
  });
  const sql = postgres(server.url, { max: 1, fetch_types: false, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await server.stop();
  });
  const cluster: Cluster = { url: server.url, folder: (await findPlace(dataDir)).cluster };
  return { sql, cluster };
}

/** Restores, and starts a server there. */
async function restored(name: string, to?: Date) {
  const dataDir = path.join(home, name);
  await mkdir(dataDir, { mode: 0o755 });
  const { cluster, user } = await findPlace(dataDir);
  const { settings } = await restore({ from: place, cluster, owner: user, to });
  const server = await started(name, settings);
  // As a service finds it that starts after the restore.
  await server.sql`checkpoint`;
  return server;
}

const rowsOf = async (sql: postgres.Sql) =>
  (await sql<{ n: number }[]>`select n from kept order by n`).map(({ n }) => n);

/** A time behind all commits so far, also without the microseconds that a date lacks. */
async function now(sql: postgres.Sql): Promise<Date> {
  const [row] = await sql<{ at: string }[]>`select clock_timestamp()::text as at from pg_sleep(0.002)`;
  return new Date(row?.at ?? "");
}

/** All small files of the place, with their text. */
async function factsOf(place: Place) {
  const names = (await Promise.all(["base/", "wal/"].map((prefix) => place.list(prefix)))).flat();
  const files = names.map(async ({ name, writtenAt }) => ({
    name,
    writtenAt,
    text: name.endsWith(".json") ? await readText(place, name) : undefined,
  }));
  return Promise.all(files);
}

describe("several clusters and one place", { timeout: 120_000 }, () => {
  test("backups of a lost database stay as they are: another one is refused there", async () => {
    const lost = await started("lost");
    await backUp(lost.cluster, place);
    const before = await factsOf(place);
    const other = await started("other");
    const refusal = "holds the backups of another database cluster";
    await expect(copyLog(other.cluster, place)).rejects.toThrow(refusal);
    await expect(backUp(other.cluster, place)).rejects.toThrow(refusal);
    expect(await factsOf(place)).toEqual(before);
    expect(await backUp(other.cluster, folderPlace(path.join(home, "empty")))).toBeDefined();
    await copyLog(lost.cluster, place);
  });

  test("a database that is restored a second time, to an earlier time, is backed up anew and can be restored", async () => {
    const { sql, cluster } = await started("first");
    await sql`create table kept (n int primary key)`;
    await sql`insert into kept values (1)`;
    await backUp(cluster, place);
    const early = await now(sql);
    await sql`insert into kept values (2)`;
    await sql`select pg_switch_wal()`;
    await sql`insert into kept values (3)`;
    await copyLog(cluster, place);

    const second = await restored("second");
    await copyLog(second.cluster, place);
    await second.sql`insert into kept values (4)`;
    await copyLog(second.cluster, place);

    const third = await restored("third", early);
    expect(await rowsOf(third.sql)).toEqual([1]);
    await third.sql`insert into kept values (5)`;
    const backup = await backUp(third.cluster, place);
    expect((await chooseBackup({ from: place })).chosen).toEqual(backup);
    await third.sql`insert into kept values (6)`;
    await copyLog(third.cluster, place);
    expect(await rowsOf((await restored("fourth")).sql)).toEqual([1, 5, 6]);
  });
});
