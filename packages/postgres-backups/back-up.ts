import { createHash } from "node:crypto";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import type { Sql } from "postgres";
import { type Pack, pack } from "tar-stream";
import { refuseForeign } from "./check-place";
import { type ClusterFiles, filesOf } from "./cluster-files";
import { copyLog, refuseUnbounded } from "./copy-log";
import { archiveOf, type BaseBackup, listBackups, removeAllBut, writeBackup } from "./layout";
import { parseLsn } from "./lsn";
import type { Place } from "./place";
import { type Cluster, only, onSession, readFacts } from "./server";

const BACKUP_LOCK = 4_157_743;
const CHUNK_BYTES = 256 * 1024;
const COPY_RETRY_MS = 200;

/** Folders that a server fills anew when it starts. */
const EMPTIED = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);
/** Files of the running server, and remains of earlier ones. */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|(standby|recovery)\.signal|backup_label(\.old)?|tablespace_map(\.old)?|pg_internal\.init.*|current_logfiles|.*\.tmp)$|^pgsql_tmp/;
/** Others at the top are not the cluster's, such as logs for people. */
const FOLDERS = /^(base|global|pg_\w+)(\/|$)/;
const CONTROL = path.join("global", "pg_control");

interface Found {
  folders: string[];
  files: string[];
}

/** The folders and files of a cluster that a backup has, by their paths in it. */
async function contentsOf(files: ClusterFiles): Promise<Found> {
  const found: Found = { folders: [], files: [] };
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await files.list(folder)) {
      const name = path.join(folder, entry.name);
      if (LEFT_OUT.test(entry.name)) continue;
      if (entry.kind === "folder" && FOLDERS.test(name)) {
        found.folders.push(name);
        if (!EMPTIED.has(name)) await walk(name);
      } else if (entry.kind === "file" && name !== CONTROL) found.files.push(name);
    }
  };
  await walk("");
  // The control file comes last: it may only be newer than the other files.
  return { ...found, files: [...found.files, CONTROL] };
}

/**
 * Adds a file with the size that it has now. Replaying the log mends pages that change meanwhile, and sets the sizes of files
 * that grow or shrink. A file that is gone by now is left out for the same reason.
 */
async function addFile(archive: Pack, files: ClusterFiles, name: string): Promise<void> {
  const file = await files.open(name);
  if (!file) return;
  try {
    const { size } = file;
    const entry = archive.entry({ name, size, mode: 0o600 });
    const added = new Promise<void>((resolve, reject) => entry.on("close", resolve).on("error", reject));
    for (let at = 0; at < size; ) {
      const wanted = Math.min(CHUNK_BYTES, size - at);
      const found = await file.read(at, wanted);
      // The rest of a file that has shrunk is zeros.
      const chunk = found.byteLength === 0 ? Buffer.alloc(wanted) : found;
      at += chunk.byteLength;
      const isFull = !entry.write(chunk);
      if (isFull) await new Promise((resolve) => entry.once("drain", resolve));
    }
    entry.end();
    await added;
  } finally {
    await file.close();
  }
}

/** A stage that counts and hashes what passes. */
function measured() {
  const hash = createHash("sha256");
  let bytes = 0;
  const stage = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  return { stage, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}

/** Removes what interrupted backups left. */
async function removeIncomplete(place: Place): Promise<void> {
  await removeAllBut(place, new Set((await listBackups(place)).map(({ name }) => name)));
}

/** @throws where the cluster has files elsewhere, or where its log could fill its disk while copies fail */
async function refuseUnfit(sql: Sql): Promise<void> {
  const { hasTablespaces } = only(
    await sql<{ hasTablespaces: boolean }[]>`
      select exists (select from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as "hasTablespaces"`,
  );
  if (hasTablespaces)
    throw new Error("The cluster has tablespaces of its own, which these backups do not copy.");
  await refuseUnbounded(sql);
}

/** Copies the log until it holds a position. */
async function copyLogUntil(cluster: Cluster, place: Place, lsn: string): Promise<void> {
  for (;;) {
    const copied = await copyLog(cluster, place);
    if (copied && parseLsn(copied.until) >= parseLsn(lsn)) return;
    await delay(COPY_RETRY_MS);
  }
}

/**
 * Makes a base backup of the running cluster, compressed, and copies the log that belongs to it. Undefined while another
 * process makes one. An interrupted backup is removed by the next one.
 * @throws where the place holds the backups of another cluster, or `refuseUnfit` refuses this one
 */
export const backUp = (
  cluster: Cluster,
  place: Place,
  signal: AbortSignal = new AbortController().signal,
): Promise<BaseBackup | undefined> =>
  onSession(cluster, async (sql) => {
    const { isFree } = only(
      await sql<{ isFree: boolean }[]>`select pg_try_advisory_lock(${BACKUP_LOCK}) as "isFree"`,
    );
    if (!isFree) return undefined;
    await refuseForeign(sql, place);
    await refuseUnfit(sql);
    await removeIncomplete(place);
    await copyLog(cluster, place);
    const startedAt = new Date();
    const name = startedAt
      .toISOString()
      .replaceAll(":", "-")
      .replace(/\.\d+Z$/, "Z");
    const { start } = only(
      await sql<{ start: string }[]>`select pg_backup_start(${name}, true)::text as start`,
    );
    const facts = await readFacts(sql);
    const tar = pack();
    const { stage, result } = measured();
    const written = pipeline(
      tar,
      createGzip({ level: constants.Z_BEST_SPEED }),
      stage,
      (compressed: AsyncIterable<Buffer>) => place.write(archiveOf(name), compressed),
      { signal },
    );
    written.catch(() => {});
    const files = filesOf(cluster, sql);
    const contents = await contentsOf(files);
    for (const folder of contents.folders) tar.entry({ name: folder, type: "directory", mode: 0o700 });
    for (const file of contents.files) {
      signal.throwIfAborted();
      await Promise.race([addFile(tar, files, file), written]);
    }
    const { label, end, at } = only(
      await sql<{ label: string; end: string; at: string }[]>`
        select labelfile as label, lsn::text as end,
          to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from pg_backup_stop(false)`,
    );
    tar.entry({ name: "backup_label", mode: 0o600 }, label);
    tar.finalize();
    await written;
    await copyLogUntil(cluster, place, end);
    const backup: BaseBackup = { name, ...facts, startedAt, endedAt: new Date(at), start, end, ...result() };
    await writeBackup(place, backup);
    return backup;
  });
