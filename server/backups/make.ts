import { statfs } from "node:fs/promises";
import {
  type BaseBackup,
  backUp,
  checkPlace,
  copyLog,
  listBackups,
  listCopiedLogs,
  removeOldBackups,
} from "@assay/postgres-backups";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { noteBackup } from "@/server/domain/system/backups";
import { bucketOf, ownBackups } from "@/server/platform/backup-place";
import { blobs } from "@/server/platform/blobs";
import { env } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { copyFiles, copyYoungFiles, sweepCopies } from "./files";
import { databaseIn } from "./place";
import { copySecretKeys } from "./secret-key";

/** Of a database, a backup takes about this share, compressed. */
const ARCHIVE_SHARE = 0.5;
const MIN_FREE_BYTES = 256 * 1024 ** 2;

/** @throws where the disk of the backups has no room for another one */
async function refuseWithoutRoom({ db }: Pick<Database, "db">, folder: string): Promise<void> {
  const { bytes } = only(
    await db.execute<{ bytes: number }>(sql`
      select sum(pg_database_size(oid))::float8 as bytes from pg_database
      where has_database_privilege(oid, 'connect')`),
  );
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes * ARCHIVE_SHARE + MIN_FREE_BYTES;
  const mib = (n: number) => Math.ceil(n / 1024 ** 2);
  if (bavail * bsize < needed)
    throw new Error(
      `A backup needs about ${mib(needed)} MiB, and the disk of ${folder} has ${mib(bavail * bsize)} MiB left.`,
    );
}

/**
 * Makes a backup of the database, its files and its secret key, and removes what is older than `BACKUP_KEEP_DAYS`.
 * Undefined where the service makes no backups, or another process is making one.
 * @throws where the place holds the backups of another database; after the backup, where the secret keys could not be copied
 */
export async function makeBackup(
  database: Pick<Database, "db">,
  signal?: AbortSignal,
): Promise<BaseBackup | undefined> {
  const target = ownBackups();
  if (!target) return undefined;
  const { place, copies, cluster } = target;
  await checkPlace(cluster, databaseIn(place));
  if (!bucketOf(place)) await refuseWithoutRoom(database, place);
  const { missing } = await copyFiles(database.db, { from: blobs(), to: copies, signal });
  if (missing.length > 0)
    log.error({ contents: missing.slice(0, 20), count: missing.length }, "files have no bytes to back up");
  // Keys that cannot be copied are told once there is a backup.
  let fault: unknown;
  await copySecretKeys(place).catch((reason: unknown) => {
    fault = reason;
  });
  const backup = await backUp(cluster, databaseIn(place), signal);
  if (!backup) return undefined;
  await noteBackup(database, place, backup.name);
  const keptSince = new Date(Date.now() - env.BACKUP_KEEP_DAYS * DAY_MS);
  await removeOldBackups(databaseIn(place), keptSince);
  await sweepCopies(database.db, copies, { keptSince, signal });
  if (fault !== undefined) throw fault;
  return backup;
}

/** Since when files may lack a copy, after a failure. */
let withoutCopiesSince: Date | undefined;

/**
 * Copies secret keys, and the files and the log of the database since the last call, once there is a backup that it continues.
 * @throws where something of it could not be copied, and where the place holds the backups of another database
 */
export async function copyNewLog({ db }: Pick<Database, "db">): Promise<void> {
  const target = ownBackups();
  if (!target) return;
  const { place, copies, cluster } = target;
  const backup = (await listBackups(databaseIn(place))).at(-1);
  if (!backup) return;
  const since = withoutCopiesSince ?? (await listCopiedLogs(databaseIn(place))).at(-1)?.at ?? backup.endedAt;
  let failed: unknown;
  const note = (reason: unknown) => {
    failed = reason;
  };
  await copyLog(cluster, databaseIn(place), async () => {
    // Once all rows are committed that the copied log has; a store that is away does not stop the log.
    await copySecretKeys(place).catch(note);
    withoutCopiesSince = since;
    await copyYoungFiles(db, { from: blobs(), to: copies, since }).then(() => {
      withoutCopiesSince = undefined;
    }, note);
  });
  if (failed !== undefined) throw failed;
}
