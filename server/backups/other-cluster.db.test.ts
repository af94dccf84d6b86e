import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readText, writeText } from "@assay/postgres-backups";
import { beforeEach, expect, inject, onTestFinished, test, vi } from "vitest";
import { runPass } from "@/server/loops/pass";
import { backUpTo } from "@/server/platform/backup-place";
import { keyFile } from "@/server/platform/keyring";
import { runtime } from "@/server/runtime/runtime";
import { backupLoops } from "./loops";
import { copyNewLog, makeBackup } from "./make";
import { databaseIn, openPlace, SECRET_KEY_FILE } from "./place";

// Holds decision 0061.

// Runs before anything reads the environment: the key of this file's deployment is in its data folder.
vi.hoisted(() => {
  process.env.SECRET_KEY = "";
});

const { database } = runtime();
const REFUSAL = "holds the backups of another database cluster";
const MINUTES = 60_000;

const now = new Date();
const OTHER_CLUSTER = { systemId: "1", timeline: 1, segmentBytes: 16_777_216 };
/** A base backup of it, and the log that continues it, by their facts alone. */
const BACKUP = {
  ...OTHER_CLUSTER,
  ...{
    name: "first",
    major: 18,
    startedAt: now,
    endedAt: now,
    start: "0/0",
    end: "0/0",
    bytes: 0,
    sha256: "",
  },
};
const LOG = { ...OTHER_CLUSTER, from: "0/0", until: "0/0", at: now, endsBefore: now };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "assay-test-"));
  onTestFinished(async () => {
    globalThis.assayBackups = undefined;
    await rm(folder, { recursive: true, force: true });
  });
  await writeFile(keyFile(), "the first key of a database that starts anew");
  await writeText(databaseIn(folder), "base/first/backup.json", JSON.stringify(BACKUP));
  await writeText(databaseIn(folder), "wal/copied-first.json", JSON.stringify(LOG));
  await writeText(openPlace(folder), SECRET_KEY_FILE, "the only key of the other database");
  backUpTo(folder, { url: inject("adminUrl") });
});

test("a database that starts anew changes nothing in the place of a lost one, its secret key least of all", async () => {
  const before = await readdir(folder, { recursive: true });
  await expect(copyNewLog(database)).rejects.toThrow(REFUSAL);
  await expect(makeBackup(database)).rejects.toThrow(REFUSAL);
  expect(await readText(openPlace(folder), SECRET_KEY_FILE)).toBe("the only key of the other database");
  expect(await readdir(folder, { recursive: true })).toEqual(before);
});

test("the loop of backups names the fault although the place has a backup of the last day", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [backingUp] = backupLoops(database).map((loop) => loop());
  if (!backingUp) throw new Error("There is no loop.");
  vi.setSystemTime(Date.now() + 2 * MINUTES);
  await expect(runPass(backingUp, database)).rejects.toThrow(REFUSAL);
});
