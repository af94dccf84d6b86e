import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPlace, startEmbeddedPostgres } from "@assay/embedded-postgres";
import {
  backUp,
  copyLog,
  folderPlace,
  listBackups,
  listCopiedLogs,
  type Place,
  readText,
  removeOldBackups,
  restore,
  writeText,
} from "@assay/postgres-backups";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { S3_CREDENTIALS, startS3 } from "@/server/testing/s3";

// Holds decision 0061.

const s3 = await startS3("backups");
// Before any module reads the environment.
Object.assign(process.env, S3_CREDENTIALS, {
  S3_ENDPOINT: s3.endpoint,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
});
const { backupPlace, copiesIn } = await import("@/server/platform/backup-place");
const { newId } = await import("@/server/platform/ids");
const { bucketPlace } = await import("./bucket-place");
const { databaseIn } = await import("./place");

const SETTINGS = { fsync: "off", shared_buffers: "16MB", max_connections: "20" };
const PART_BYTES = 64 * 1024;
const BUCKET = { bucket: "backups", endpoint: s3.endpoint, region: "us-east-1" };

let home: string;
beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), "assay-test-")));
  await chmod(home, 0o755);
});
afterAll(async () => {
  await s3.stop();
  await rm(home, { recursive: true, force: true });
});

/** Bytes that are written in pieces. */
async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(place: Place, name: string): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  const source = await place.read(name);
  for await (const chunk of source ?? []) chunks.push(chunk);
  return source && Buffer.concat(chunks);
}

describe.each([
  ["a folder", () => folderPlace(path.join(home, "place"))],
  ["a bucket", () => bucketPlace({ ...BUCKET, prefix: "some/prefix/" }, PART_BYTES)],
])("%s as the place of backups", (_, open) => {
  test("files are written, listed by the beginning of their names, read and removed", async () => {
    const place = open();
    expect(await place.list("wal/")).toEqual([]);
    expect(await place.read("wal/first")).toBeUndefined();
    await writeText(place, "wal/first", "one");
    await writeText(place, "wal/first", "two");
    await writeText(place, "wal/second", "");
    await writeText(place, "base/a/facts", "three");
    const names = async (prefix: string) => (await place.list(prefix)).map(({ name }) => name).sort();
    expect(await names("wal/")).toEqual(["wal/first", "wal/second"]);
    expect(await names("wal/fi")).toEqual(["wal/first"]);
    expect(await names("base/")).toEqual(["base/a/facts"]);
    expect([await readText(place, "wal/first"), await readText(place, "wal/second")]).toEqual(["two", ""]);
    await place.remove(["wal/first", "wal/second", "base/a/facts", "base/absent"]);
    expect([await names("wal/"), await names("base/")]).toEqual([[], []]);
  });

  test.each([PART_BYTES, PART_BYTES + 1, 5 * PART_BYTES])(
    "a file of %i bytes comes back as it was",
    async (size) => {
      const place = open();
      const bytes = randomBytes(size);
      await place.write("large", pieces(bytes, 10_007));
      expect((await read(place, "large"))?.equals(bytes)).toBe(true);
    },
  );

  test("a file whose writing fails is not there, and the one before stays", async () => {
    const place = open();
    await writeText(place, "wal/kept", "before");
    async function* broken() {
      yield randomBytes(2 * PART_BYTES);
      throw new Error("The source broke.");
    }
    await expect(place.write("wal/kept", broken())).rejects.toThrow("The source broke.");
    await expect(place.write("wal/new", broken())).rejects.toThrow("The source broke.");
    expect(await readText(place, "wal/kept")).toBe("before");
    expect((await place.list("wal/")).map(({ name }) => name)).toEqual(["wal/kept"]);
  });
});

test("a database is backed up to a bucket, restored from it, and old backups are removed there", {
  timeout: 180_000,
}, async () => {
  const place = databaseIn(backupPlace("s3://backups/of-a-database"));
  const dataDir = path.join(home, "data");
  const source = await startEmbeddedPostgres({ dataDir, database: "shop", settings: SETTINGS });
  const shop = { url: source.url, folder: (await findPlace(dataDir)).cluster };
  const sql = postgres(source.url, { max: 1, fetch_types: false });
  onTestFinished(async () => {
    await sql.end();
    await source.stop();
  });
  await sql`create table kept (n int)`;
  const first = await backUp(shop, place);
  await sql`insert into kept values (1)`;
  // A backup is named by the second in which it began.
  await expect.poll(() => Date.now() - (first?.startedAt.getTime() ?? 0)).toBeGreaterThan(1_000);
  const second = await backUp(shop, place);
  await sql`insert into kept values (2)`;
  await copyLog(shop, place);
  await sql`insert into kept values (3)`;
  expect((await listBackups(place)).map(({ name }) => name)).toEqual([first?.name, second?.name]);
  await removeOldBackups(place, second?.endedAt ?? new Date());
  expect((await listBackups(place)).map(({ name }) => name)).toEqual([second?.name]);
  expect(await listCopiedLogs(place)).toHaveLength(1);

  const into = path.join(home, "restored");
  await mkdir(into, { mode: 0o755 });
  const { cluster, user } = await findPlace(into);
  const { settings } = await restore({ from: place, cluster, owner: user });
  const restored = await startEmbeddedPostgres({
    dataDir: into,
    database: "shop",
    settings: { ...SETTINGS, ...settings },
  });
  const client = postgres(restored.url, { max: 1, fetch_types: false });
  onTestFinished(async () => {
    await client.end();
    await restored.stop();
  });
  expect(await client`select n from kept order by n`).toEqual([{ n: 1 }, { n: 2 }]);
});

test("copies of files lie in a bucket: those that are there are known, others are added, deleted ones set aside", async () => {
  const { files, deleted } = copiesIn("s3://backups/of-files");
  const { files: source } = copiesIn(path.join(home, "source"));
  const ids = Array.from({ length: 5 }, () => newId()).sort();
  for (const id of ids) await source.put(id, Buffer.from(id));
  const [first = "", second = "", , , last = ""] = ids;
  expect(await files.held(ids)).toEqual(new Set());
  for (const id of [first, last]) expect(await files.adopt(id, source)).toBe(true);
  expect(await files.adopt(newId(), source)).toBe(false);
  expect(await files.held(ids)).toEqual(new Set([first, last]));
  expect(await files.held([second])).toEqual(new Set());
  await files.moveTo(deleted, first);
  expect([await files.held(ids), await deleted.held(ids)]).toEqual([new Set([last]), new Set([first])]);
  expect((await deleted.read(first))?.toString()).toBe(first);
});
