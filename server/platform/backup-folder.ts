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

declare global {
  var assayBackups: { folder: string; copies: BlobCopies } | undefined;
}

/** Makes a folder the one of this process's backups. On `globalThis`, since Next and the front are separate bundles. */
export function backUpTo(folder: string): void {
  globalThis.assayBackups = { folder, copies: copiesIn(folder) };
}

/** The folder of backups and the copies of files in it; undefined where the service makes none. */
export const backupFolder = (): { folder: string; copies: BlobCopies } | undefined => globalThis.assayBackups;

/** Copies stored bytes to the backups. Does nothing where the service makes none. @throws where they cannot be written */
export async function copyToBackups(id: string, from: Blobs): Promise<void> {
  await backupFolder()?.copies.files.adopt(id, from);
}
