import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { dropSlot, listCopiedLogs, readText, writeText } from "@assay/postgres-backups";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { contents } from "@/db/schema/contents";
import { secretKeys } from "@/db/schema/secret-keys";
import { S3_CREDENTIALS, startS3 } from "@/server/testing/s3";

// Holds decision 0061.

const BUCKET = "contents";
const s3 = await startS3(BUCKET);
// Before any module reads the environment.
Object.assign(process.env, S3_CREDENTIALS, {
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: s3.endpoint,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
  // The keys of this file's deployment are in its data folder.
  SECRET_KEY: "",
});
const { createContent, keepContent } = await import("@/server/domain/contents/create");
const { listKeys } = await import("@/server/domain/keys/list");
const { openKeys } = await import("@/server/domain/keys/open");
const { removeKey } = await import("@/server/domain/keys/remove");
const { rotateKey } = await import("@/server/domain/keys/rotate");
const { backUpTo, copiesIn } = await import("@/server/platform/backup-place");
const { blobs } = await import("@/server/platform/blobs");
const { newId } = await import("@/server/platform/ids");
const { keyFile, keyring } = await import("@/server/platform/keyring");
const { runtime } = await import("@/server/runtime/runtime");
const { ctxOf, newProducer } = await import("@/server/testing/factories");
const { copyNewLog } = await import("./make");
const { databaseIn, openPlace, SECRET_KEY_FILE } = await import("./place");

const { database } = runtime();
const HOURS = 3_600_000;

afterAll(() => s3.stop());

/** A base backup by its facts alone, but for the cluster. */
const FACTS = {
  name: "first",
  major: 18,
  timeline: 1,
  segmentBytes: 16_777_216,
  startedAt: new Date(),
  endedAt: new Date(),
  start: "0/0",
  end: "0/0",
  bytes: 0,
  sha256: "",
};

let folder: string;
let systemId: string | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-test-"));
  const cluster = { url: inject("adminUrl") };
  onTestFinished(async () => {
    globalThis.assayBackups = undefined;
    await dropSlot(cluster);
    await rm(folder, { recursive: true, force: true });
  });
  const sql = postgres(cluster.url, { max: 1 });
  const [control] = await sql<
    { id: string }[]
  >`select system_identifier::text as id from pg_control_system()`;
  await sql.end();
  systemId = control?.id;
  await writeText(databaseIn(folder), "base/first/backup.json", JSON.stringify({ ...FACTS, systemId }));
  backUpTo(folder, cluster);
  await openKeys(database);
});

/** A file that another process stored, which makes no backups. */
async function newFile(): Promise<string> {
  const ctx = ctxOf(await newProducer());
  const kept = await keepContent(ctx, { "content-type": "text/plain", data: Buffer.from("a file") });
  await copiesIn(folder).files.remove(kept.id);
  return (await createContent(ctx, kept)).id;
}

test("the log is copied while the file store is away, and the loop names the store", async () => {
  await newFile();
  await s3.leave();
  const startedAt = Date.now();
  await expect(copyNewLog(database)).rejects.toThrow("ECONNREFUSED");
  const [log] = await listCopiedLogs(databaseIn(folder));
  expect(log?.at.getTime()).toBeGreaterThanOrEqual(startedAt);

  await s3.comeBack();
  await copyNewLog(database);
});

test("a new secret key is copied with the log that needs it, and a removed one stays for earlier points in time", async () => {
  const first = await rotateKey(database, { endSessions: true });
  await copyNewLog(database);
  const second = await rotateKey(database, { endSessions: true });
  await removeKey(database, first.current);
  expect(keyring().map(({ id }) => id)).toEqual([first.before, second.current]);
  await copyNewLog(database);

  // As `backup -- restore` does.
  await writeFile(keyFile(), (await readText(openPlace(folder), SECRET_KEY_FILE)) ?? "");
  await openKeys(database);
  expect(keyring().map(({ id }) => id)).toEqual([first.before, first.current, second.current]);
  const current = async () => (await listKeys(database)).find(({ state }) => state === "current")?.id;
  expect(await current()).toBe(second.current);
  // A database of a time before the removal and the second rotation.
  await database.db.delete(secretKeys).where(eq(secretKeys.id, second.current));
  await database.db
    .update(secretKeys)
    .set({ removedAt: null, usedUntil: null, sessionsUntil: null })
    .where(eq(secretKeys.id, first.current));
  await openKeys(database);
  expect(await current()).toBe(first.current);
});

test("where the place has no whole secret key, the log is copied all the same, and the loop says so", async () => {
  await writeText(openPlace(folder), SECRET_KEY_FILE, '["a damaged key of the place');
  await expect(copyNewLog(database)).rejects.toThrow(`The secret keys in ${folder} cannot be read`);
  expect(await listCopiedLogs(databaseIn(folder))).toHaveLength(1);
  expect(await readText(openPlace(folder), SECRET_KEY_FILE)).toBe('["a damaged key of the place');
});

test("files that were uploaded while the place was away for hours are copied with the log when it is back", async () => {
  const [young, meanwhile, before] = [
    await newFile(),
    newId(Date.now() - 2 * HOURS),
    newId(Date.now() - 5 * HOURS),
  ];
  const [row] = await database.db.select().from(contents).where(eq(contents.id, young));
  if (!row) throw new Error("The file has no row.");
  for (const id of [meanwhile, before]) {
    await database.db.insert(contents).values({ ...row, id });
    await blobs().put(id, Buffer.from("a file"));
  }
  const at = new Date(Date.now() - 3 * HOURS);
  const log = {
    systemId,
    timeline: 1,
    segmentBytes: 16_777_216,
    from: "0/0",
    until: "0/0",
    at,
    endsBefore: at,
  };
  await writeText(databaseIn(folder), "wal/copied-before.json", JSON.stringify(log));
  // The log is copied meanwhile, but no file.
  await s3.leave();
  await expect(copyNewLog(database)).rejects.toThrow("ECONNREFUSED");
  await s3.comeBack();
  await copyNewLog(database);
  expect(await copiesIn(folder).files.held([before, meanwhile, young])).toEqual(new Set([meanwhile, young]));
});
