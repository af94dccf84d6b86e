import { LOG, listBackups, listCopiedLogs, removeAllBut, removeCopiedLog } from "./layout";
import { parseLsn, segmentName } from "./lsn";
import type { Place } from "./place";

const SEGMENT = /^[0-9A-F]{24}(\.partial)?\.gz$/;

/**
 * Removes base backups and log that no point in time since `keptSince` needs. The newest backup before that time stays,
 * because the points after it begin there.
 */
export async function removeOldBackups(place: Place, keptSince: Date): Promise<void> {
  const backups = await listBackups(place);
  const first = backups.findLast(({ endedAt }) => endedAt <= keptSince) ?? backups[0];
  if (!first) return;
  const needed = backups.filter(({ endedAt }) => endedAt >= first.endedAt);
  await removeAllBut(place, new Set(needed.map(({ name }) => name)));
  for (const log of await listCopiedLogs(place)) if (log.at < keptSince) await removeCopiedLog(place, log);
  const size = BigInt(first.segmentBytes);
  const begin = segmentName(first.timeline, parseLsn(first.start) / size, size);
  const timeline = begin.slice(0, 8);
  const old = (await place.list(LOG)).filter(({ name, writtenAt }) => {
    const segment = name.slice(LOG.length);
    if (!SEGMENT.test(segment)) return false;
    return segment.startsWith(timeline) ? segment.slice(0, begin.length) < begin : writtenAt < keptSince;
  });
  await place.remove(old.map(({ name }) => name));
}
