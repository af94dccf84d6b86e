import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { socketUrl, startEmbeddedPostgres } from "@assay/embedded-postgres";
import { listCopiedLogs } from "@assay/postgres-backups";
import { makePgArray } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { z } from "zod";
import { foldersOf, openTarget, removeFolders, type Settings, type Target } from "./backup-target";
import { type Client, newItems, openClient } from "./client";
import type { Home } from "./home";
import { atLeast, atMost, type Check, exactly, type Report, type Scale } from "./report";
import { waitFor } from "./wait-for";
import { writeScans } from "./writers";

const WRITERS = 8;
const UPLOAD_INTERVAL_MS = 200;
const SECONDS = { scaled: 20, full: 300 };
const MAX_LOST_SECONDS = 60;
const COPY_TIMEOUT_MS = 60_000;
const FILE = { "content-type": "application/octet-stream", data: Buffer.from("a file").toString("base64") };

const Restored = z.object({
  files: z.object({ found: z.number(), missing: z.array(z.string()), damaged: z.array(z.string()) }),
  brokenHistories: z.number(),
  wrongRollUps: z.number(),
});
const Id = z.object({ id: z.string() });
const Backup = z.object({ endedAt: z.string() });

/** An acknowledged scan or file. */
interface Kept {
  id: string;
  acknowledgedAt: number;
}

/** Runs the backup command, and returns what it writes. */
async function backup(home: Home, settings: Settings, ...args: string[]): Promise<unknown> {
  const env = { ...process.env, DATA_DIR: home.dataDir, DATABASE_URL: "", S3_BUCKET: "", ...settings };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["server/cli/run.mjs", "backup", ...args, "--json"],
    { env },
  );
  return JSON.parse(stdout);
}

/** Uploads files one after the other until it is ended. */
async function upload(client: Client, url: string, token: string, signal: AbortSignal): Promise<Kept[]> {
  const kept: Kept[] = [];
  while (!signal.aborted) {
    const answer = await client.call(url, { method: "POST", path: "/contents", token, body: FILE });
    if (answer.status === 200) kept.push({ id: Id.parse(answer.body).id, acknowledgedAt: answer.endedAt });
    await delay(UPLOAD_INTERVAL_MS);
  }
  return kept;
}

interface Variant {
  seconds: number;
  isControl?: true;
  isOwn?: true;
  isBucket?: true;
}

/** Starts a service that makes backups. Of one's own database it knows only the address, as if the files were elsewhere. */
async function startBackedUp(home: Home, backups: Settings, isOwn: boolean | undefined) {
  const first = await home.start(isOwn ? {} : backups);
  const { token } = await home.producer("Backed up");
  if (!isOwn) return { service: first, token, settings: backups };
  // Its database goes on without it.
  await first.end("SIGKILL");
  const settings = { ...backups, DATABASE_URL: socketUrl(await home.place(), "assay") };
  return { service: await home.start(settings), token, settings };
}

/** Scans and uploads while the log is copied, and then destroys the machine: service, database and data. */
async function loseEverything(home: Home, target: Target, { seconds, isOwn }: Variant) {
  const { service, token, settings } = await startBackedUp(home, target.settings, isOwn);
  const client = openClient();
  try {
    const identifiers = await newItems(client, service.url, token, 10);
    const ending = new AbortController();
    const uploading = upload(client, service.url, token, ending.signal);
    const scans: Kept[] = [];
    const writing = writeScans({
      client,
      url: () => service.url,
      identifiers,
      writers: WRITERS,
      onOutcome: ({ endedAt }, scan) => {
        if (scan) scans.push({ id: scan.id, acknowledgedAt: endedAt });
        return ending.signal.aborted ? "enough" : "more";
      },
    });
    const made = Backup.parse(await backup(home, settings, "run"));
    await delay(seconds * 500);
    const between = new Date();
    await delay(seconds * 500);
    const isCopied = async () => ((await listCopiedLogs(target.database)).at(-1)?.at ?? 0) > between;
    await waitFor("the log is copied past the point in time", COPY_TIMEOUT_MS, isCopied);
    ending.abort();
    const killedAt = Date.now();
    await Promise.all([service.end("SIGKILL"), home.signalDatabase("SIGKILL")]);
    await writing;
    const files = await uploading;
    const { cluster } = await home.place();
    await rm(cluster, { recursive: true, force: true });
    await rm(home.dataDir, { recursive: true, force: true });
    return { scans, files, between, killedAt, backupEndedAt: new Date(made.endedAt) };
  } finally {
    await client.close();
  }
}

/** The ids of those that are in a restored database. */
async function idsIn(dataDir: string, scans: readonly Kept[], files: readonly Kept[]) {
  const server = await startEmbeddedPostgres({ dataDir, database: "assay" });
  const sql = postgres(server.url, { max: 1, fetch_types: false });
  try {
    const found = async (table: "scans" | "contents", kept: readonly Kept[]) =>
      (
        await sql<{ id: string }[]>`
          select id from ${sql(table)} where id = any(${makePgArray(kept.map(({ id }) => id))}::uuid[])`
      ).map(({ id }) => id);
    return new Set([...(await found("scans", scans)), ...(await found("contents", files))]);
  } finally {
    await sql.end();
    await server.stop();
  }
}

const wholeness = (what: string, restored: unknown): Check[] => {
  const { files, brokenHistories, wrongRollUps } = Restored.parse(restored);
  return [
    exactly(`${what}: files without bytes`, 0, files.missing.length + files.damaged.length),
    exactly(`${what}: broken item histories`, 0, brokenHistories),
    exactly(`${what}: wrong roll-ups`, 0, wrongRollUps),
    atLeast(`${what}: files with their bytes`, 1, files.found),
  ];
};

async function proof(home: Home, variant: Variant): Promise<Report> {
  const { end, past } = foldersOf(home);
  const target = await openTarget(home, variant.isBucket);
  try {
    const { scans, files, between, killedAt, backupEndedAt } = await loseEverything(home, target, variant);
    const to = variant.isControl ? backupEndedAt : between;
    const restoreInto = (folder: string, ...more: string[]) =>
      backup(home, target.settings, "restore", "--from", target.place, "--into", folder, ...more);
    const toEnd = await restoreInto(end);
    const toPast = await restoreInto(past, "--to", to.toISOString());
    const [atEnd, atPast] = [await idsIn(end, scans, files), await idsIn(past, scans, files)];
    const all = [...scans, ...files];
    const lost = all.filter(({ id }) => !atEnd.has(id)).map(({ acknowledgedAt }) => acknowledgedAt);
    const before = all.filter(({ acknowledgedAt }) => acknowledgedAt < between.getTime());
    const missing = before.filter(({ id }) => !atPast.has(id)).length;
    return {
      checks: [
        exactly(
          "restored to a point in time: acknowledged scans and files before it that are missing",
          0,
          missing,
        ),
        // Calls that were under way at that time may have committed before it.
        atMost(
          "restored to a point in time: scans and files after it",
          WRITERS + 1,
          atPast.size - before.length,
        ),
        ...wholeness("restored to a point in time", toPast),
        atMost(
          "restored to the end: acknowledged work lost",
          MAX_LOST_SECONDS,
          (killedAt - Math.min(killedAt, ...lost)) / 1_000,
          " s",
        ),
        ...wholeness("restored to the end", toEnd),
      ],
      figures: {
        "scans acknowledged": scans.length,
        "files acknowledged": files.length,
        "acknowledged and lost with the machine": lost.length,
      },
    };
  } finally {
    await target.close();
    await removeFolders(home);
  }
}

/** Proves that after the loss of a machine everything can be restored, exactly to a point in time. */
export const restoring = (home: Home, scale: Scale): Promise<Report> =>
  proof(home, { seconds: SECONDS[scale] });

/** The control: without the copied log only the daily backup is left. */
export const controlRestoring = (home: Home): Promise<Report> =>
  proof(home, { seconds: SECONDS.scaled, isControl: true });

/** The same, with a database of one's own, whose files only its server reads. */
export const restoringOwn = (home: Home, scale: Scale): Promise<Report> =>
  proof(home, { seconds: SECONDS[scale], isOwn: true });

export const controlRestoringOwn = (home: Home): Promise<Report> =>
  proof(home, { seconds: SECONDS.scaled, isControl: true, isOwn: true });

/** The same, with backups in a bucket. */
export const restoringBucket = (home: Home, scale: Scale): Promise<Report> =>
  proof(home, { seconds: SECONDS[scale], isBucket: true });

export const controlRestoringBucket = (home: Home): Promise<Report> =>
  proof(home, { seconds: SECONDS.scaled, isControl: true, isBucket: true });
