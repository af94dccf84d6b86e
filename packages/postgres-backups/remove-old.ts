import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { baseFolder, listBackups, listCopiedLogs, logOf, removeCopiedLog, unlessAbsent } from "./folder";
import { parseLsn, segmentName } from "./lsn";

const SEGMENT = /^[0-9A-F]{24}(\.partial)?\.gz$/;

/**
 * Removes base backups and log that no point in time since `keptSince` needs. The newest backup before that time stays,
 * because the points after it begin there.
 */
export async function removeOldBackups(folder: string, keptSince: Date): Promise<void> {
  const backups = await listBackups(folder);
  const first = backups.findLast(({ endedAt }) => endedAt <= keptSince) ?? backups[0];
  if (!first) return;
  for (const { name, endedAt } of backups)
    if (endedAt < first.endedAt) await rm(baseFolder(folder, name), { recursive: true, force: true });
  for (const log of await listCopiedLogs(folder)) if (log.at < keptSince) await removeCopiedLog(folder, log);
  const size = BigInt(first.segmentBytes);
  const needed = segmentName(first.timeline, parseLsn(first.start) / size, size);
  const timeline = needed.slice(0, 8);
  for (const name of (await unlessAbsent(readdir(logOf(folder)))) ?? []) {
    if (!SEGMENT.test(name)) continue;
    const file = path.join(logOf(folder), name);
    const isOld = name.startsWith(timeline)
      ? name.slice(0, needed.length) < needed
      : ((await unlessAbsent(stat(file)))?.mtime ?? keptSince) < keptSince;
    if (isOld) await rm(file, { force: true });
  }
}
