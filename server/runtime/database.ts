import { mkdir } from "node:fs/promises";
import path from "node:path";
import { startEmbeddedPostgres } from "@assay/embedded-postgres";
import { dropSlot } from "@assay/postgres-backups";
import { placeOf } from "@/db/address";
import { migrateDatabase } from "@/db/migrate";
import { backUpTo, backupFolder } from "@/server/platform/backup-folder";
import { env } from "@/server/platform/env";
import { messageOf, say } from "@/server/platform/say.mjs";
import { type Worker, worker } from "@/server/platform/worker";
import { databaseAddress } from "./address";

/**
 * Settles where the embedded database is backed up; with backups off, it keeps no log for them. A disk of backups that is away
 * stops nothing but backups.
 */
async function provideBackups(url: string): Promise<void> {
  if (env.BACKUPS === "off") return dropSlot({ url, folder: "" });
  const folder = path.resolve(env.BACKUP_DIR ?? path.join(env.DATA_DIR, "backups"));
  backUpTo(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
    say(
      `The folder of backups ${folder} cannot be made (${messageOf(error)}); serving without backups meanwhile`,
    ),
  );
}

/** Uses the database that the primary provides. */
function joinDatabase({ databaseUrl, backupFolder: folder }: Worker): () => Promise<void> {
  if (databaseUrl) process.env.DATABASE_URL = databaseUrl;
  if (folder) backUpTo(folder);
  return async () => {};
}

/** Where the workers find the database that this primary provides. */
export const databaseOfWorkers = (): Pick<Worker, "databaseUrl" | "backupFolder"> => ({
  databaseUrl: env.DATABASE_URL ? undefined : process.env.DATABASE_URL,
  backupFolder: backupFolder()?.folder,
});

/**
 * Provides a migrated database and sets `DATABASE_URL` for the process: the configured database, or an embedded one in
 * `DATA_DIR`. Returns a function that stops the embedded one.
 */
export async function provideDatabase(): Promise<() => Promise<void>> {
  if (worker) return joinDatabase(worker);
  let stop = async () => {};
  if (!env.DATABASE_URL) {
    const embedded = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, database: "assay", say });
    process.env.DATABASE_URL = embedded.url;
    stop = () => embedded.stop();
    await provideBackups(embedded.url);
  }
  try {
    await migrateDatabase(databaseAddress()?.directUrl ?? "", { tell: say });
  } catch (error) {
    await stop();
    if (!env.DATABASE_URL) throw error;
    const [variable, url] = env.DATABASE_DIRECT_URL
      ? ["DATABASE_DIRECT_URL", env.DATABASE_DIRECT_URL]
      : ["DATABASE_URL", env.DATABASE_URL];
    throw new Error(`The database ${placeOf(url)} of ${variable} cannot be used`, { cause: error });
  }
  return stop;
}
