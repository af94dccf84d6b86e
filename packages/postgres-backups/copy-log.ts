import path from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { Sql } from "postgres";
import { refuseForeign } from "./check-place";
import { type ClusterFiles, filesOf } from "./cluster-files";
import { type CopiedLog, listCopiedLogs, partialOf, segmentOf, writeCopiedLog } from "./layout";
import { formatLsn, type Lsn, parseLsn, segmentName } from "./lsn";
import type { Place } from "./place";
import { type Cluster, only, onSession, readFacts } from "./server";

/** The server keeps what this slot has not copied yet, up to `max_slot_wal_keep_size`. */
const SLOT = "assay_backup";
const COPYING_LOCK = 4_157_742;
const CHUNK_BYTES = 256 * 1024;

/** @throws where the log could fill the server's disk while copies fail */
export async function refuseUnbounded(sql: Sql): Promise<void> {
  const { kept } = only(
    await sql<{ kept: string }[]>`select current_setting('max_slot_wal_keep_size') as kept`,
  );
  if (kept === "-1")
    throw new Error(
      "Set max_slot_wal_keep_size in the server's settings, such as to 4GB: else it keeps its log without end while copies fail.",
    );
}

/** Where the server's copies must begin: at the slot, which is created where it is missing or lost its place. */
async function slotStart(sql: Sql): Promise<Lsn> {
  const [found] = await sql<{ start: string | null; status: string | null }[]>`
    select restart_lsn::text as start, wal_status as status from pg_replication_slots where slot_name = ${SLOT}`;
  if (found?.start && found.status !== "lost") return parseLsn(found.start);
  if (found) await sql`select pg_drop_replication_slot(${SLOT})`;
  await refuseUnbounded(sql);
  const made = await sql<{ start: string }[]>`
    select lsn::text as start from pg_create_physical_replication_slot(${SLOT}, true)`;
  return parseLsn(only(made).start);
}

/** Ends the keeping of the log for copies that are switched off. */
export const dropSlot = (cluster: Cluster): Promise<void> =>
  onSession(cluster, async (sql) => {
    await sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${SLOT} and not active`;
  });

/** The first bytes of a file. @throws where it has fewer */
async function* beginningOf(files: ClusterFiles, name: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await files.open(name);
  try {
    for (let at = 0; at < bytes; ) {
      const part = await file?.read(at, Math.min(CHUNK_BYTES, bytes - at));
      if (!part || part.byteLength === 0)
        throw new Error(`The server has no ${name}, or not the whole of it.`);
      at += part.byteLength;
      yield part;
    }
  } finally {
    await file?.close();
  }
}

/** A segment of the server's log, or its beginning. */
interface Segment {
  source: string;
  bytes: number;
}

const copySegment = (
  files: ClusterFiles,
  { source, bytes }: Segment,
  place: Place,
  name: string,
): Promise<void> =>
  pipeline(
    beginningOf(files, source, bytes),
    createGzip({ level: constants.Z_BEST_SPEED }),
    (compressed: AsyncIterable<Buffer>) => place.write(name, compressed),
  );

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** The end of the log on the server's disk, and a time after which it was read. */
const readEnd = async (sql: Sql) => {
  const { lsn, at } = only(
    await sql<{ lsn: string; at: string }[]>`
      select to_char(clock_timestamp() at time zone 'UTC', ${ISO}) as at, pg_current_wal_flush_lsn()::text as lsn`,
  );
  return { lsn: parseLsn(lsn), at: new Date(at) };
};

/** Commits a transaction that begins now: a recovery to this time or an earlier one ends at such a commit. */
async function commitMark(sql: Sql): Promise<Date> {
  const { at } = await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = on`;
    return only(
      await tx<{ at: string }[]>`
        select to_char(now() at time zone 'UTC', ${ISO}) as at, pg_logical_emit_message(true, ${SLOT}, '')`,
    );
  });
  return new Date(at);
}

/** Copies the segments from a position to the end, the last one as far as it is written. */
async function copySegments(
  files: ClusterFiles,
  place: Place,
  { timeline, start, end, size }: { timeline: number; start: Lsn; end: Lsn; size: bigint },
): Promise<void> {
  const current = end / size;
  for (let at = start / size; at <= current; at++) {
    const segment = segmentName(timeline, at, size);
    const source = path.join("pg_wal", segment);
    if (at < current) {
      await copySegment(files, { source, bytes: Number(size) }, place, segmentOf(segment));
      await place.remove([partialOf(segment)]);
    } else if (end % size > 0n)
      await copySegment(files, { source, bytes: Number(end % size) }, place, partialOf(segment));
  }
}

async function copyFrom(
  sql: Sql,
  cluster: Cluster,
  place: Place,
  beforeLog: () => Promise<void>,
): Promise<CopiedLog> {
  await refuseForeign(sql, place);
  const { systemId, timeline, segmentBytes } = await readFacts(sql);
  const start = await slotStart(sql);
  // Without a gap, the server still has the end of what was copied before.
  const before = (await listCopiedLogs(place)).find(
    (log) => log.systemId === systemId && log.timeline === timeline && parseLsn(log.until) >= start,
  );
  const now = await readEnd(sql);
  if (before && parseLsn(before.until) === now.lsn) {
    await beforeLog();
    const quiet = { ...before, at: now.at };
    await writeCopiedLog(place, quiet);
    return quiet;
  }
  const at = await commitMark(sql);
  const { lsn: end } = await readEnd(sql);
  const endsBefore = new Date((await readEnd(sql)).at.getTime() + 1);
  const size = BigInt(segmentBytes);
  await beforeLog();
  await copySegments(filesOf(cluster, sql), place, { timeline, start, end, size });
  const reached: CopiedLog = {
    systemId,
    timeline,
    segmentBytes,
    from: before?.from ?? formatLsn(start),
    until: formatLsn(end),
    at,
    endsBefore,
  };
  await writeCopiedLog(place, reached);
  const copied = (end / size) * size;
  if (copied > start) await sql`select pg_replication_slot_advance(${SLOT}, ${formatLsn(copied)}::pg_lsn)`;
  return reached;
}

/**
 * Copies the log that was written since the last call to the place. Undefined while another process does. Calls `beforeLog`
 * once all is committed that will be copied.
 * All that was committed before the call can be restored from it, with a base backup within the copied part.
 * @throws where the place holds the backups of another cluster, and where nothing bounds the log that the server keeps, after
 * what it has kept is copied
 */
export const copyLog = (
  cluster: Cluster,
  place: Place,
  beforeLog: () => Promise<void> = async () => {},
): Promise<CopiedLog | undefined> =>
  onSession(cluster, async (sql) => {
    const { isFree } = only(
      await sql<{ isFree: boolean }[]>`select pg_try_advisory_lock(${COPYING_LOCK}) as "isFree"`,
    );
    if (!isFree) return undefined;
    const copied = await copyFrom(sql, cluster, place, beforeLog);
    await refuseUnbounded(sql);
    return copied;
  });
