import { rm } from "node:fs/promises";
import path from "node:path";
import { findPlace } from "@assay/embedded-postgres";
import { folderPlace, type Place } from "@assay/postgres-backups";
import { bucketPlace } from "@/server/backups/bucket-place";
import { S3_CREDENTIALS, startS3 } from "@/server/testing/s3";
import type { Home } from "./home";

/** The folders of a proof, beside its data. */
export const foldersOf = ({ dataDir }: Home) => ({
  backups: `${dataDir}-backups`,
  end: `${dataDir}-end`,
  past: `${dataDir}-past`,
});

export type Settings = Record<string, string>;

/** Where the backups of a proof lie. */
export interface Target {
  /** As `BACKUP_DIR` and `--from` name it. */
  place: string;
  settings: Settings;
  database: Place;
  close(): Promise<void>;
}

/** The folder of a proof's backups, or a bucket of an S3 server that it starts. */
export async function openTarget(home: Home, isBucket: boolean | undefined): Promise<Target> {
  const { backups } = foldersOf(home);
  if (!isBucket)
    return {
      place: backups,
      settings: { BACKUPS: "on", BACKUP_DIR: backups },
      database: folderPlace(path.join(backups, "database")),
      close: async () => {},
    };
  const s3 = await startS3("backups");
  const place = "s3://backups/assay";
  Object.assign(process.env, S3_CREDENTIALS);
  return {
    place,
    settings: { BACKUPS: "on", BACKUP_DIR: place, S3_ENDPOINT: s3.endpoint },
    database: bucketPlace({
      bucket: "backups",
      endpoint: s3.endpoint,
      region: "us-east-1",
      prefix: "assay/database/",
    }),
    close: s3.stop,
  };
}

/** Removes backups and what was restored from them. */
export async function removeFolders(home: Home): Promise<void> {
  const { backups, end, past } = foldersOf(home);
  for (const folder of [end, past]) {
    const { cluster } = await findPlace(folder).catch(() => ({ cluster: path.join(folder, "postgres") }));
    await rm(cluster, { recursive: true, force: true });
  }
  for (const folder of [backups, end, past]) await rm(folder, { recursive: true, force: true });
}
