import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { dropSlot, listCopiedLogs, writeText } from "@assay/postgres-backups";
import postgres from "postgres";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { S3_CREDENTIALS, startS3 } from "@/server/testing/s3";

// Holds decision 0061.

const BUCKET = "contents";
const s3 = await startS3(BUCKET);
// Before any module reads the environment.
Object.assign(process.env, S3_CREDENTIALS, {
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: s3.endpoint,
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
});
const { createContent, keepContent } = await import("@/server/domain/contents/create");
const { backUpTo } = await import("@/server/platform/backup-place");
const { runtime } = await import("@/server/runtime/runtime");
const { ctxOf, newProducer } = await import("@/server/testing/factories");
const { copyNewLog } = await import("./make");
const { databaseIn } = await import("./place");

afterAll(() => s3.stop());

/** A base backup by its facts alone, but for the cluster. */
const FACTS = {
  name: "first",
  major: 18,
  timeline: 1,
  segmentBytes: 16_777_216,
  startedAt: new Date(0),
  endedAt: new Date(0),
  start: "0/0",
  end: "0/0",
  bytes: 0,
  sha256: "",
};

async function systemIdOf(url: string): Promise<string | undefined> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  await sql.end();
  return row?.id;
}

test("the log is copied while the file store is away, and the loop names the store", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "assay-test-"));
  const cluster = { url: inject("adminUrl") };
  const facts = { ...FACTS, systemId: await systemIdOf(cluster.url) };
  await writeText(databaseIn(folder), `base/${FACTS.name}/backup.json`, JSON.stringify(facts));
  const ctx = ctxOf(await newProducer());
  const kept = await keepContent(ctx, { "content-type": "text/plain", data: Buffer.from("a file") });
  await createContent(ctx, kept);
  onTestFinished(async () => {
    globalThis.assayBackups = undefined;
    await dropSlot(cluster);
    await rm(folder, { recursive: true, force: true });
  });
  backUpTo(folder, cluster);
  const { database } = runtime();

  await s3.leave();
  const startedAt = Date.now();
  await expect(copyNewLog(database)).rejects.toThrow("ECONNREFUSED");
  const [log] = await listCopiedLogs(databaseIn(folder));
  expect(log?.at.getTime()).toBeGreaterThanOrEqual(startedAt);

  await s3.comeBack();
  await copyNewLog(database);
});
