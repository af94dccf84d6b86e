import { z } from "zod";
import { parseLsn } from "./lsn";
import { type Place, readText, writeText } from "./place";

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

/** A part of the log that the place holds without a gap. */
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

/** The files of a place of backups. */
const BASES = "base/";
export const LOG = "wal/";
const COPIED = `${LOG}copied-`;
const FACTS = "backup.json";
const factsOf = (name: string) => `${BASES}${name}/${FACTS}`;
export const archiveOf = (name: string) => `${BASES}${name}/cluster.tar.gz`;
/** A part of the log is named by its beginning: after a gap, or in another timeline, another part begins. */
const nameOf = ({ systemId, timeline, from }: CopiedLog) =>
  `${COPIED}${systemId}-${timeline}-${from.replace("/", "-")}.json`;

/** A segment of the log, whole or as far as it was written. */
export const segmentOf = (segment: string) => `${LOG}${segment}.gz`;
export const partialOf = (segment: string) => `${LOG}${segment}.partial.gz`;

async function readParsed<T>(schema: z.ZodType<T>, place: Place, name: string): Promise<T | undefined> {
  const text = await readText(place, name);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${name} in ${place.title} is damaged.`, { cause });
  }
}

const isDefined = <T>(found: T | undefined): found is T => found !== undefined;

/** The complete base backups of a place, oldest first. */
export async function listBackups(place: Place): Promise<BaseBackup[]> {
  const names = (await place.list(BASES))
    .map(({ name }) => name)
    .filter((name) => name.endsWith(`/${FACTS}`));
  const found = names.sort().map((name) => readParsed(BaseBackup, place, name));
  return (await Promise.all(found)).filter(isDefined);
}

export const writeBackup = (place: Place, backup: BaseBackup): Promise<void> =>
  writeText(place, factsOf(backup.name), `${JSON.stringify(backup, null, 2)}\n`);

/** Removes the files of base backups, but of the given ones. The facts go first: a backup without them is none. */
export async function removeAllBut(place: Place, names: ReadonlySet<string>): Promise<void> {
  const others = (await place.list(BASES)).flatMap(({ name }) =>
    names.has(name.slice(BASES.length).split("/", 1)[0] ?? "") ? [] : [name],
  );
  await place.remove(others.sort());
}

/** The parts of the log that a place holds, the oldest end first. */
export async function listCopiedLogs(place: Place): Promise<CopiedLog[]> {
  const names = (await place.list(COPIED)).map(({ name }) => name).filter((name) => name.endsWith(".json"));
  const found = names.map((name) => readParsed(CopiedLog, place, name));
  const logs = (await Promise.all(found)).filter(isDefined);
  return logs.sort((a, b) => a.at.getTime() - b.at.getTime());
}

export const writeCopiedLog = (place: Place, log: CopiedLog): Promise<void> =>
  writeText(place, nameOf(log), `${JSON.stringify(log, null, 2)}\n`);

export const removeCopiedLog = (place: Place, log: CopiedLog): Promise<void> => place.remove([nameOf(log)]);

/** Whether a part of the log continues a backup. */
export const isContinued = (backup: BaseBackup, log: CopiedLog): boolean =>
  backup.systemId === log.systemId &&
  backup.timeline === log.timeline &&
  parseLsn(backup.start) >= parseLsn(log.from) &&
  parseLsn(backup.end) <= parseLsn(log.until);
