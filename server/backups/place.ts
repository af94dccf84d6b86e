import path from "node:path";
import { folderPlace, type Place } from "@assay/postgres-backups";
import { bucketOf } from "@/server/platform/backup-place";
import { bucketPlace } from "./bucket-place";

/** Opens a place of backups, or a part of it. */
export function openPlace(place: string, part = ""): Place {
  const bucket = bucketOf(place);
  if (!bucket) return folderPlace(path.join(place, part));
  return bucketPlace({ ...bucket, prefix: `${bucket.prefix}${part && `${part}/`}` });
}

/** The part of a place that holds the database. */
export const databaseIn = (place: string): Place => openPlace(place, "database");

/** The file of a place that holds the secret key. */
export const SECRET_KEY_FILE = "secret-key";
