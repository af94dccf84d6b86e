import path from "node:path";
import type { Blobs, CopiedBlobs } from "./blob-store";
import { folderBlobs } from "./blobs-folder";
import { type Bucket, s3Blobs } from "./blobs-s3";
import { env } from "./env";

const IN_BUCKET = /^s3:\/\/(?<bucket>[^/]+)\/*(?<prefix>.*?)\/*$/;

/** The bucket of a place such as `s3://bucket/prefix`; undefined where the place is a folder. */
export function bucketOf(place: string): Bucket | undefined {
  const { bucket, prefix } = IN_BUCKET.exec(place)?.groups ?? {};
  if (bucket === undefined) return undefined;
  return { bucket, endpoint: env.S3_ENDPOINT, region: env.S3_REGION, prefix: prefix ? `${prefix}/` : "" };
}

/** The place of backups, by default that of the settings: an absolute folder, or an address `s3://…`. */
export function backupPlace(given = env.BACKUP_DIR ?? path.join(env.DATA_DIR, "backups")): string {
  return bucketOf(given) ? given : path.resolve(given);
}

/** Copies of file bytes in a place of backups. */
export interface BlobCopies {
  files: CopiedBlobs;
  /** Of files that are deleted: earlier points in time have them. */
  deleted: CopiedBlobs;
}

export function copiesIn(place: string): BlobCopies {
  const bucket = bucketOf(place);
  const open = (part: string) =>
    bucket ? s3Blobs({ ...bucket, prefix: `${bucket.prefix}${part}/` }) : folderBlobs(path.join(place, part));
  return { files: open("files"), deleted: open("deleted-files") };
}

/** What this process backs up, and to where. */
interface Backups {
  place: string;
  /** The copies of files in it. */
  copies: BlobCopies;
  /** The database's address, past any pooler, and its data folder where it is the embedded one. */
  cluster: { url: string; folder?: string | undefined };
}

declare global {
  var assayBackups: Backups | undefined;
}

/** Makes a place the one of this process's backups. On `globalThis`, since Next and the front are separate bundles. */
export function backUpTo(place: string, cluster: Backups["cluster"]): void {
  globalThis.assayBackups = { place, copies: copiesIn(place), cluster };
}

/** The backups of this process; undefined where the service makes none. */
export const ownBackups = (): Backups | undefined => globalThis.assayBackups;

/**
 * Copies stored bytes to the folder of backups. Does nothing where the service makes none, and for a bucket, which may be
 * away: its copies are made with those of the log. @throws where they cannot be written
 */
export async function copyToBackups(id: string, from: Blobs): Promise<void> {
  const backups = ownBackups();
  if (backups && !bucketOf(backups.place)) await backups.copies.files.adopt(id, from);
}
