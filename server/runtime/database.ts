import { mkdir } from "node:fs/promises";
import path from "node:path";
import { findPlace, startEmbeddedPostgres } from "@assay/embedded-postgres";
import { dropSlot } from "@assay/postgres-backups";
import { placeOf } from "@/db/address";
import { migrateDatabase } from "@/db/migrate";
import { backUpTo, backupPlace, bucketOf, ownBackups } from "@/server/platform/backup-place";
import { env } from "@/server/platform/env";
import { messageOf, say } from "@/server/platform/say.mjs";
import { type Worker, worker } from "@/server/platform/worker";
import { databaseAddress } from "./address";

/** Settles where a database is backed up. A disk of backups that is away stops nothing but backups. */
async function provideBackups(cluster: { url: string; folder?: string }): Promise<void> {
  const place = backupPlace();
  backUpTo(place, cluster);
  if (bucketOf(place)) return;
  await mkdir(place, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
    say(
      `The folder of backups ${place} cannot be made (${messageOf(error)}); serving without backups meanwhile`,
    ),
  );
}

/** Uses the database that the primary provides. */
function joinDatabase({ databaseUrl, backups }: Worker): () => Promise<void> {
  if (databaseUrl) process.env.DATABASE_URL = databaseUrl;
  if (backups) backUpTo(backups.place, backups.cluster);
  return async () => {};
}

/** Where the workers find the database that this primary provides. */
export const databaseOfWorkers = (): Pick<Worker, "databaseUrl" | "backups"> => ({
  databaseUrl: env.DATABASE_URL ? undefined : process.env.DATABASE_URL,
  backups: ownBackups(),
});

/** Starts the embedded database in `DATA_DIR`. @throws an Error that says what failed, and which way remains */
const embeddedDatabase = () =>
  startEmbeddedPostgres({ dataDir: env.DATA_DIR, database: "assay", say }).catch((error: unknown) => {
    throw new Error("The embedded database cannot be used; DATABASE_URL may name another one", {
      cause: error,
    });
  });

/**
 * Provides a migrated database and sets `DATABASE_URL` for the process: the configured database, or an embedded one in
 * `DATA_DIR`. Returns a function that stops the embedded one.
 */
export async function provideDatabase(): Promise<() => Promise<void>> {
  if (worker) return joinDatabase(worker);
  let stop = async () => {};
  if (!env.DATABASE_URL) {
    const embedded = await embeddedDatabase();
    process.env.DATABASE_URL = embedded.url;
    stop = () => embedded.stop();
    const { url } = embedded;
    // With backups off, the database keeps no log for them.
    if (env.BACKUPS === "off") await dropSlot({ url });
    else await provideBackups({ url, folder: (await findPlace(path.resolve(env.DATA_DIR))).cluster });
  } else if (env.BACKUPS === "on") {
    await provideBackups({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL });
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
