import { access, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { findPlace, startEmbeddedPostgres, stopServer } from "@assay/embedded-postgres";
import { type BaseBackup, RestoreFault, readText, restore } from "@assay/postgres-backups";
import { sql } from "drizzle-orm";
import { directly } from "@/db/address";
import { type Connection, openDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/migrate";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { findBrokenHistories } from "@/server/domain/history/check";
import { findDifferences } from "@/server/domain/stats/check";
import { type BlobCopies, bucketOf, copiesIn } from "@/server/platform/backup-place";
import type { FolderBlobs } from "@/server/platform/blob-store";
import { folderBlobs } from "@/server/platform/blobs-folder";
import { env } from "@/server/platform/env";
import { faultOf, filesOf } from "./files";
import { databaseIn, openPlace, SECRET_KEY_FILE } from "./place";

/** What was restored, and what the checks of it found. */
export interface Restored {
  backup: BaseBackup;
  /** The time of the last restored transaction; null where the backup is the last. */
  reached: Date | null;
  files: { found: number; missing: string[]; damaged: string[] };
  brokenHistories: number;
  wrongRollUps: number;
}

export const isWhole = ({ files, brokenHistories, wrongRollUps }: Restored) =>
  files.missing.length + files.damaged.length + brokenHistories + wrongRollUps === 0;

interface Wanted {
  /** The place of backups. */
  from: string;
  /** The point in time; the end of the copies, if it is left out. */
  to?: Date | undefined;
  /** A backup by its name; the newest that reaches the point in time, if it is left out. */
  backup?: string | undefined;
  say?: ((line: string) => void) | undefined;
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Checks the files of a restored database, and gives them to `into`. */
async function restoreFiles(db: Connection, copies: BlobCopies, into: FolderBlobs | undefined) {
  const result: Restored["files"] = { found: 0, missing: [], damaged: [] };
  const stores = [copies.files, copies.deleted];
  for await (const file of filesOf(db)) {
    const fault = await faultOf(file, stores);
    if (fault) result[fault].push(file.id);
    else result.found++;
    for (const store of stores) if (await into?.adopt(file.id, store)) break;
  }
  return result;
}

const unlimited = <T>(db: Connection, work: (tx: Parameters<typeof findDifferences>[0]) => Promise<T>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    return work(tx);
  });

/** Restores to a data folder that holds no database, and checks everything in it. @throws RestoreFault */
async function restoreAndCheck(
  dataDir: string,
  { from, to, backup, say }: Wanted,
  into?: FolderBlobs,
): Promise<Restored> {
  const { cluster, user } = await findPlace(dataDir);
  if (await isThere(cluster)) throw new RestoreFault(`There is a database in ${dataDir} already.`);
  say?.("unpacking the backup ...");
  const unpacked = await restore({ from: databaseIn(from), cluster, to, backup, owner: user });
  const server = await startEmbeddedPostgres({
    dataDir,
    database: unpacked.backup.database,
    restored: { role: unpacked.backup.owner, major: unpacked.backup.major },
    settings: unpacked.settings,
    say: say ?? (() => {}),
  });
  const database = openDatabase(directly(server.url));
  try {
    const { reached } = only(
      await database.db.execute<{ reached: number | null }>(sql`
        select (extract(epoch from pg_last_xact_replay_timestamp()) * 1000)::float8 as reached`),
    );
    await migrateDatabase(server.url);
    say?.("checking files, histories and roll-ups ...");
    const files = await restoreFiles(database.db, copiesIn(from), into);
    const broken = await unlimited(database.db, findBrokenHistories);
    const different = await unlimited(database.db, findDifferences);
    return {
      backup: unpacked.backup,
      reached: reached === null ? null : new Date(reached),
      files,
      brokenHistories: broken.length,
      wrongRollUps: different.length,
    };
  } finally {
    await database.close();
    await server.stop();
  }
}

/** Restores database, files and secret key to a folder, to start the service with it as `DATA_DIR`. @throws RestoreFault */
export async function restoreTo(dataDir: string, wanted: Wanted): Promise<Restored> {
  const home = path.resolve(dataDir);
  await mkdir(home, { recursive: true });
  const restored = await restoreAndCheck(home, wanted, folderBlobs(path.join(home, "blobs")));
  const key = await readText(openPlace(wanted.from), SECRET_KEY_FILE);
  if (key !== undefined) await writeFile(path.join(home, SECRET_KEY_FILE), key, { mode: 0o600 });
  return restored;
}

const TRIAL = "trial-";

async function removeTrial(home: string): Promise<void> {
  const place = await findPlace(home);
  await stopServer(place);
  // Root may keep the cluster outside, in a folder of its own.
  const dir = path.dirname(place.cluster);
  if (dir !== home) await rm(dir, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

/** Removes trials of killed processes, with their servers. */
async function removeOldTrials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const home = path.join(folder, name);
    if (name.startsWith(TRIAL) && Date.now() - (await stat(home)).mtimeMs > DAY_MS) await removeTrial(home);
  }
}

/** Restores a backup for a trial, checks everything in it, and removes it again. @throws RestoreFault */
export async function tryRestore(wanted: Wanted): Promise<Restored> {
  const folder = bucketOf(wanted.from) ? path.resolve(env.DATA_DIR) : wanted.from;
  await removeOldTrials(folder);
  const home = await mkdtemp(path.join(folder, TRIAL));
  try {
    return await restoreAndCheck(home, wanted);
  } finally {
    await removeTrial(home);
  }
}
