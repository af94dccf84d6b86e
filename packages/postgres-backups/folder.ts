import { execFile } from "node:child_process";
import { open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { parseLsn } from "./lsn";

const run = promisify(execFile);

const LsnText = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/);
const Moment = z.iso.datetime().pipe(z.coerce.date());

/** What a base backup is, in its `backup.json`, which is written last. */
const BaseBackup = z.object({
  name: z.string(),
  /** Postgres's major version, which alone can restore it. */
  major: z.int(),
  systemId: z.string(),
  /** The database whose cluster this is, and the role that owns the cluster. */
  database: z.string().default("assay"),
  owner: z.string().default("postgres"),
  timeline: z.int(),
  segmentBytes: z.int(),
  startedAt: Moment,
  /** From here on the backup is consistent: no earlier point in time can be restored from it. */
  endedAt: Moment,
  start: LsnText,
  end: LsnText,
  /** Of the archive. */
  bytes: z.int(),
  sha256: z.string(),
});
export type BaseBackup = z.output<typeof BaseBackup>;

/** A part of the log that the folder holds without a gap. */
const CopiedLog = z.object({
  systemId: z.string(),
  timeline: z.int(),
  segmentBytes: z.int(),
  from: LsnText,
  until: LsnText,
  /** All that was committed before this time, by the server's clock, is in it. */
  at: Moment,
  /** No transaction in it was committed after this time. */
  endsBefore: Moment,
});
export type CopiedLog = z.output<typeof CopiedLog>;

/** The places in a folder of backups. */
export const basesOf = (folder: string) => path.join(folder, "base");
export const baseFolder = (folder: string, name: string) => path.join(basesOf(folder), name);
export const archiveOf = (folder: string, name: string) =>
  path.join(baseFolder(folder, name), "cluster.tar.gz");
const factsOf = (folder: string, name: string) => path.join(baseFolder(folder, name), "backup.json");
export const logOf = (folder: string) => path.join(folder, "wal");
/** A part of the log is named by its beginning: after a gap, or in another timeline, another part begins. */
const nameOf = ({ systemId, timeline, from }: CopiedLog) =>
  `copied-${systemId}-${timeline}-${from.replace("/", "-")}.json`;
const COPIED = /^copied-.*\.json$/;

/** The result, or undefined for a missing file or folder. */
export const unlessAbsent = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

/** Writes a file that a crash leaves whole or absent. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.tmp`, text, { flush: true, mode: 0o600 });
  await rename(`${file}.tmp`, file);
  await syncFolder(path.dirname(file));
}

/** Makes the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes all files of the folder's file system durable, which is faster than one by one. */
export async function syncAll(folder: string): Promise<void> {
  await run("sync", process.platform === "linux" ? ["-f", folder] : []);
}

const parsed = <T>(schema: z.ZodType<T>, text: string, file: string): T => {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is damaged.`, { cause });
  }
};

/** The complete base backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<BaseBackup[]> {
  const names = (await unlessAbsent(readdir(basesOf(folder)))) ?? [];
  const found: BaseBackup[] = [];
  for (const name of names.sort()) {
    const file = factsOf(folder, name);
    const text = await unlessAbsent(readFile(file, "utf8"));
    if (text !== undefined) found.push(parsed(BaseBackup, text, file));
  }
  return found;
}

export const writeBackup = (folder: string, backup: BaseBackup): Promise<void> =>
  writeWhole(factsOf(folder, backup.name), `${JSON.stringify(backup, null, 2)}\n`);

/** The parts of the log that a folder holds, the oldest end first. */
export async function listCopiedLogs(folder: string): Promise<CopiedLog[]> {
  const logs: CopiedLog[] = [];
  for (const name of (await unlessAbsent(readdir(logOf(folder)))) ?? []) {
    if (!COPIED.test(name)) continue;
    const file = path.join(logOf(folder), name);
    logs.push(parsed(CopiedLog, await readFile(file, "utf8"), file));
  }
  return logs.sort((a, b) => a.at.getTime() - b.at.getTime());
}

export const writeCopiedLog = (folder: string, log: CopiedLog): Promise<void> =>
  writeWhole(path.join(logOf(folder), nameOf(log)), `${JSON.stringify(log, null, 2)}\n`);

export const removeCopiedLog = (folder: string, log: CopiedLog): Promise<void> =>
  rm(path.join(logOf(folder), nameOf(log)), { force: true });

/** Whether a part of the log continues a backup. */
export const isContinued = (backup: BaseBackup, log: CopiedLog): boolean =>
  backup.systemId === log.systemId &&
  backup.timeline === log.timeline &&
  parseLsn(backup.start) >= parseLsn(log.from) &&
  parseLsn(backup.end) <= parseLsn(log.until);
