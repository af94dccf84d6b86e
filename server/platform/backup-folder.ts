import path from "node:path";
import type { Blobs, FolderBlobs } from "./blob-store";
import { folderBlobs } from "./blobs-folder";

/** Copies of file bytes in a folder of backups. */
export interface BlobCopies {
  files: FolderBlobs;
  /** Of files that are deleted: earlier points in time have them. */
  deleted: FolderBlobs;
}

export const copiesIn = (folder: string): BlobCopies => ({
  files: folderBlobs(path.join(folder, "files")),
  deleted: folderBlobs(path.join(folder, "deleted-files")),
});

/** What this process backs up, and to where. */
interface Backups {
  folder: string;
  /** The copies of files in it. */
  copies: BlobCopies;
  /** The database's address, past any pooler, and its data folder where it is the embedded one. */
  cluster: { url: string; folder?: string | undefined };
}

declare global {
  var assayBackups: Backups | undefined;
}

/** Makes a folder the one of this process's backups. On `globalThis`, since Next and the front are separate bundles. */
export function backUpTo(folder: string, cluster: Backups["cluster"]): void {
  globalThis.assayBackups = { folder, copies: copiesIn(folder), cluster };
}

/** The backups of this process; undefined where the service makes none. */
export const backupFolder = (): Backups | undefined => globalThis.assayBackups;

/** Copies stored bytes to the backups. Does nothing where the service makes none. @throws where they cannot be written */
export async function copyToBackups(id: string, from: Blobs): Promise<void> {
  await backupFolder()?.copies.files.adopt(id, from);
}
