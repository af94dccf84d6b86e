// Holds decision 0058.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { urlOfDatabase } from "./address";
import { migrateDatabase } from "./migrate";
import { markOf, readMigrations } from "./migration-files";

const PATIENCE = { lockTimeoutMs: 50, attempts: 3, pauseMs: 10, noticeMs: 10 };

let databases = 0;

/** An empty database, until the test ends. */
async function newDatabase() {
  const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
  const name = `${inject("template")}_${process.pid}_migrate_${databases++}`;
  await admin`create database ${admin(name)}`;
  const url = urlOfDatabase(inject("adminUrl"), name);
  const sql = postgres(url, { max: 3, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  return { url, sql };
}

/** A folder of migrations, oldest first. */
async function newFolder(...texts: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "assay-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entries = texts.map((_, n) => ({ idx: n, tag: `000${n}_test`, when: n + 1 }));
  await mkdir(path.join(folder, "meta"));
  await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  for (const [n, text] of texts.entries()) await writeFile(path.join(folder, `000${n}_test.sql`), text);
  return folder;
}

const FIRST = "create table things (n int)";
const EXPAND = "-- expand\nalter table things add column wide int";
const CONTRACT = "-- contract, for builds with 0001_test\nalter table things drop column n";

/** Migrates, and returns the lines that it tells. */
async function migrate(url: string, folder: string, patience = PATIENCE): Promise<string[]> {
  const lines: string[] = [];
  await migrateDatabase(url, { folder, patience, tell: (line) => lines.push(line) });
  return lines;
}

const columnsOf = async (sql: postgres.Sql) =>
  (
    await sql`select attname from pg_attribute where attrelid = 'things'::regclass and attnum > 0 and not attisdropped`
  ).map(({ attname }) => attname);

test("an older build starts on a schema that was expanded, and changes nothing", async () => {
  const { url, sql } = await newDatabase();
  const [older, newer] = [await newFolder(FIRST), await newFolder(FIRST, EXPAND)];
  await migrate(url, older);
  await migrate(url, newer);
  expect(await migrate(url, older)).toEqual([]);
  expect(await columnsOf(sql)).toEqual(["n", "wide"]);
});

test("a contract is announced first, and builds that cannot work with it are refused from then on", async () => {
  const { url, sql } = await newDatabase();
  const [oldest, older, newest] = [
    await newFolder(FIRST),
    await newFolder(FIRST, EXPAND),
    await newFolder(FIRST, EXPAND, CONTRACT),
  ];
  await migrate(url, oldest);
  expect(await migrate(url, newest)).toEqual([
    "migration 0002_test ends the support of builds with fewer than 2 migrations; waiting until they stop",
  ]);
  expect(await columnsOf(sql)).toEqual(["wide"]);
  expect(await sql`select min_build from drizzle.schema_release`).toEqual([{ min_build: 2 }]);
  expect(await migrate(url, older)).toEqual([]);
  await expect(migrate(url, oldest)).rejects.toThrow(
    "The schema needs a build with at least 2 migrations, and this one has 1. Start a newer build",
  );
});

test("a new database has no older builds, and needs no announcement", async () => {
  const { url, sql } = await newDatabase();
  const folder = await newFolder(`-- contract, for builds with 0000_test\n${FIRST}`);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await columnsOf(sql)).toEqual(["n"]);
});

test("a migration gives up its place in the queue for a lock, tries again, and applies all or nothing", async () => {
  const { url, sql } = await newDatabase();
  await migrate(url, await newFolder(FIRST));
  const folder = await newFolder(
    FIRST,
    `-- expand\ncreate table others (n int);--> statement-breakpoint\n${EXPAND}`,
  );
  const lines: string[] = [];
  let migrating: Promise<void> | undefined;
  await sql.begin(async (holder) => {
    await holder`select from things`;
    await expect(migrate(url, folder)).rejects.toThrow(
      /^Migration 0001_test got no lock in 3 attempts\. Nothing of it is applied\. End the session /,
    );
    expect(await sql`select to_regclass('others')::text as others`).toEqual([{ others: null }]);
    migrating = migrateDatabase(url, {
      folder,
      patience: { ...PATIENCE, attempts: 1_000 },
      tell: (line) => lines.push(line),
    });
    await vi.waitFor(() => expect(lines).not.toEqual([]));
    // Between its attempts, others use the table.
    await sql`select from things`;
  });
  await migrating;
  expect(lines[0]).toBe("migration 0001_test waits for a lock of another session (attempt 1 of 1000)");
  expect(await columnsOf(sql)).toEqual(["n", "wide"]);
});

test("instances that start together migrate once", async () => {
  const { url, sql } = await newDatabase();
  const folder = await newFolder(FIRST, EXPAND);
  const index = await newFolder(
    FIRST,
    EXPAND,
    "-- expand, outside a transaction\ncreate index concurrently if not exists by_n on things (n)",
  );
  await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
  await Promise.all([migrate(url, index), migrate(url, index), migrate(url, index)]);
  expect(await sql`select count(*)::int as count from drizzle.__drizzle_migrations`).toEqual([{ count: 3 }]);
});

test("an index whose building was broken off is built anew", async () => {
  const { url, sql } = await newDatabase();
  await migrate(url, await newFolder(FIRST));
  await sql`create index by_n on things (n)`;
  await sql`update pg_index set indisvalid = false where indexrelid = 'by_n'::regclass`;
  const text =
    "-- expand, outside a transaction\ncreate index concurrently if not exists by_n on things (n);";
  await migrate(url, await newFolder(FIRST, text));
  expect(await sql`select indisvalid from pg_index where indexrelid = 'by_n'::regclass`).toEqual([
    { indisvalid: true },
  ]);
});

test("outside a transaction, only statements that can be repeated are accepted", async () => {
  const rule = "outside a transaction, each statement creates an index concurrently";
  for (const statement of ["create index concurrently by_n on things (n)", "update things set n = 1"]) {
    const folder = await newFolder(FIRST, `-- expand, outside a transaction\n${statement}`);
    expect(() => readMigrations(folder)).toThrow(`Migration 0001_test: ${rule}`);
  }
});

test("a contract names a migration that builds must know: itself or an earlier one", async () => {
  for (const line of ["-- contract", "-- contract, for builds with 0009_other"]) {
    const folder = await newFolder(FIRST, `${line}\ndrop table things`);
    expect(() => readMigrations(folder)).toThrow("a contract names itself or an earlier migration");
  }
});

/** The newest migration from before version 2.4. */
const LAST_WITHOUT_MARK = 41;

test("each migration since version 2.4 says in its first line whether it expands or contracts", () => {
  const unmarked = readMigrations(path.resolve("db/migrations")).flatMap(({ tag, mark }, number) =>
    number > LAST_WITHOUT_MARK && mark === undefined ? [tag] : [],
  );
  expect(unmarked).toEqual([]);
  expect(markOf("-- expand\nselect 1")).toMatchObject({ kind: "expand", isOutsideTransaction: false });
  expect(markOf("-- expands\nselect 1")).toBeUndefined();
});
