import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import {
  archiveOf,
  type BaseBackup,
  type CopiedLog,
  isContinued,
  listBackups,
  listCopiedLogs,
  partialOf,
  segmentOf,
} from "./layout";
import { historyName, parseLsn, segmentName } from "./lsn";
import type { Place } from "./place";

/** A restore that cannot be done, in words for people. */
export class RestoreFault extends Error {}

/** What to restore, and to where. */
export interface Restore {
  /** Where the backups lie. */
  from: Place;
  /** The data folder to be. It must not exist; its parent must. */
  cluster: string;
  /** The point in time; the end of the copied log, if it is left out. */
  to?: Date | undefined;
  /** A backup by its name; the newest that reaches the point in time, if it is left out. */
  backup?: string | undefined;
  /** The user that runs Postgres, if not this process's. */
  owner?: { uid: number; gid: number } | undefined;
}

/**
 * Chooses the backup to restore from, and the log that continues it. @throws RestoreFault where none reaches the point in time
 */
export async function chooseBackup({ from, to, backup }: Pick<Restore, "from" | "to" | "backup">) {
  const backups = await listBackups(from);
  const logs = await listCopiedLogs(from);
  const last = logs.at(-1);
  if (!last || backups.length === 0) throw new RestoreFault(`There is no backup in ${from.title}.`);
  if (to && to > last.at)
    throw new RestoreFault(`The copied log ends at ${last.at.toISOString()}, before the wanted time.`);
  const continued = backups.flatMap((one) => {
    const log = logs.findLast((log) => isContinued(one, log));
    return log ? [{ chosen: one, log }] : [];
  });
  const found = continued.findLast(
    ({ chosen, log }) =>
      (to ? chosen.endedAt <= to && to <= log.at : log === last) &&
      (backup === undefined || backup === chosen.name),
  );
  if (found) return found;
  const [first] = continued;
  if (backup !== undefined)
    throw new RestoreFault(
      `The backup ${backup} does not exist in ${from.title}, was not complete at the wanted time, or the log after it has a gap.`,
    );
  if (!first) throw new RestoreFault(`No backup in ${from.title} has its whole log.`);
  if (to && to < first.chosen.endedAt)
    throw new RestoreFault(
      `The first point in time that can be restored is ${first.chosen.endedAt.toISOString()}.`,
    );
  const reaches = continued.map(({ log }) => log.at).filter((at) => !to || at < to);
  const reached = new Date(Math.max(...reaches.map((at) => at.getTime())));
  throw new RestoreFault(
    `The log has a gap after ${reached.toISOString()}, the last time before it that can be restored.`,
  );
}

/** A stage that fails at the end where the bytes are not those of the backup. */
function checked({ sha256, name }: BaseBackup): Transform {
  const hash = createHash("sha256");
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      const isSame = hash.digest("hex") === sha256;
      done(isSame ? null : new RestoreFault(`The archive of the backup ${name} is damaged.`));
    },
  });
}

/** @throws RestoreFault where the place lacks the file */
async function readKept(from: Place, name: string) {
  const source = await from.read(name);
  if (!source) throw new RestoreFault(`${from.title} has no ${name}.`);
  return source;
}

async function unpackArchive(
  from: Place,
  backup: BaseBackup,
  target: string,
  own: (at: string) => Promise<void>,
) {
  const files = extract();
  const archive = archiveOf(backup.name);
  const read = pipeline(await readKept(from, archive), checked(backup), createGunzip(), files);
  read.catch(() => {});
  for await (const entry of files) {
    const { name, type } = entry.header;
    const place = path.join(target, name);
    if (!place.startsWith(`${target}${path.sep}`))
      throw new RestoreFault(`${archive} names a file outside of it.`);
    if (type === "directory") {
      await mkdir(place, { recursive: true, mode: 0o700 });
      entry.resume();
    } else await pipeline(entry, createWriteStream(place, { mode: 0o600 }));
    await own(place);
  }
  await read;
}

/** Makes all files of the folder's file system durable, which is faster than one by one. */
async function syncAll(folder: string): Promise<void> {
  await promisify(execFile)("sync", process.platform === "linux" ? ["-f", folder] : []);
}

/** Settings of their own for the recovery: those of the cluster may lie elsewhere, or reach out to other servers. */
const [SETTINGS_FILE, ACCESS_FILE, USERS_FILE] = [
  "restore.conf",
  "restore_access.conf",
  "restore_users.conf",
];
const FILES = {
  "recovery.signal": "",
  [SETTINGS_FILE]: "",
  [ACCESS_FILE]: "local all all trust\n",
  [USERS_FILE]: "",
};

/**
 * Files that name the timelines of earlier restores from the place, so that the recovery begins one of its own: the server takes
 * the first that has no such file, whose log would replace theirs in the place. No recovery follows them, so they hold a
 * comment alone.
 */
async function historiesOf(from: Place, { systemId, timeline }: BaseBackup): Promise<Record<string, string>> {
  const known = [...(await listBackups(from)), ...(await listCopiedLogs(from))];
  const histories: Record<string, string> = {};
  const newest = Math.max(...known.filter((one) => one.systemId === systemId).map((one) => one.timeline));
  for (let taken = timeline + 1; taken <= newest; taken++)
    histories[path.join("pg_wal", historyName(taken))] = "# of an earlier restore\n";
  return histories;
}

/** Unpacks the log that a backup needs, to where the server looks for it. */
async function unpackLog(
  { from }: Pick<Restore, "from">,
  backup: BaseBackup,
  log: CopiedLog,
  target: string,
  own: (at: string) => Promise<void>,
) {
  const size = BigInt(log.segmentBytes);
  const end = parseLsn(log.until);
  for (let segment = parseLsn(backup.start) / size; segment <= end / size; segment++) {
    const name = segmentName(log.timeline, segment, size);
    const isPartial = segment === end / size;
    if (isPartial && end % size === 0n) break;
    const place = path.join(target, name);
    // A part that begins after a gap may have completed the last segment of this one.
    const partial = isPartial ? await from.read(partialOf(name)) : undefined;
    const copy = partial ?? (await readKept(from, segmentOf(name)));
    await pipeline(copy, createGunzip(), createWriteStream(place, { mode: 0o600 }));
    // The rest of the last segment is not written yet: zeros end the log.
    if (isPartial) await truncate(place, log.segmentBytes);
    await own(place);
  }
}

/**
 * Unpacks a backup as a data folder that recovers to the point in time when a server starts on it, with the settings that are
 * returned. They are for that start alone: every local user may connect, so its socket must be closed to others. Nothing is left of a restore that fails.
 * @throws RestoreFault where there is no such backup, or it is damaged
 */
export async function restore(
  wanted: Restore,
): Promise<{ backup: BaseBackup; settings: Record<string, string> }> {
  const { chosen, log } = await chooseBackup(wanted);
  const { cluster, owner, to, from } = wanted;
  const own = async (place: string) => {
    if (owner) await chown(place, owner.uid, owner.gid);
  };
  const partial = await mkdtemp(`${cluster}.restoring-`);
  try {
    await unpackArchive(from, chosen, partial, own);
    await unpackLog(wanted, chosen, log, path.join(partial, "pg_wal"), own);
    const files = { ...FILES, ...(await historiesOf(from, chosen)) };
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(partial, name);
      await writeFile(file, text, { mode: 0o600 });
      await own(file);
    }
    await chmod(partial, 0o700);
    await own(partial);
    await syncAll(partial);
    await rename(partial, cluster);
  } catch (reason) {
    await rm(partial, { recursive: true, force: true });
    throw reason;
  }
  return {
    backup: chosen,
    settings: {
      config_file: path.join(cluster, SETTINGS_FILE),
      hba_file: path.join(cluster, ACCESS_FILE),
      ident_file: path.join(cluster, USERS_FILE),
      // These may stand in postgresql.auto.conf, which always counts.
      archive_mode: "off",
      synchronous_standby_names: "",
      shared_preload_libraries: "",
      ssl: "off",
      // All of the log lies in pg_wal already.
      restore_command: "false",
      recovery_target_timeline: "current",
      recovery_target_action: "promote",
      // Connections wait for the end of the recovery.
      hot_standby: "off",
      // At a later time nothing follows: the whole log is what there was.
      ...(to &&
        to < log.endsBefore && {
          recovery_target_time: to.toISOString().replace("T", " ").replace("Z", "+00"),
        }),
    },
  };
}
