import { checkPlace, isContinued, listBackups, listCopiedLogs } from "@assay/postgres-backups";
import type { Database } from "@/db/client";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { lastVerified, noteVerified } from "@/server/domain/system/backups";
import type { Loop } from "@/server/loops/loop";
import { wholeLoop } from "@/server/loops/whole";
import { ownBackups } from "@/server/platform/backup-place";
import { copyNewLog, makeBackup } from "./make";
import { databaseIn } from "./place";
import { isWhole, tryRestore } from "./restore";

/** A lost disk takes at most what was written in this time. */
const LOG_INTERVAL_MS = 20_000;
const CHECK_INTERVAL_MS = 60_000;
const BACKUP_INTERVAL_MS = DAY_MS;
const TRIAL_INTERVAL_MS = 7 * DAY_MS;
const RETRY_INTERVAL_MS = HOUR_MS;

/** Whether it is time for a new backup: a day after the last one, or where the copied log does not continue it. */
async function isBackupDue(place: string): Promise<boolean> {
  const last = (await listBackups(databaseIn(place))).at(-1);
  const log = (await listCopiedLogs(databaseIn(place))).at(-1);
  if (!last || !log || !isContinued(last, log)) return true;
  return Date.now() - last.endedAt.getTime() >= BACKUP_INTERVAL_MS;
}

/** Work that fails is expensive: for an hour it only fails again, with the same reason. */
function rarely(work: (signal: AbortSignal) => Promise<void>): typeof work {
  let failed: { reason: unknown; until: number } | undefined;
  return async (signal) => {
    if (failed && Date.now() < failed.until) throw failed.reason;
    try {
      await work(signal);
      failed = undefined;
    } catch (reason) {
      failed = { reason, until: Date.now() + RETRY_INTERVAL_MS };
      throw reason;
    }
  };
}

/** Restores the newest backup for a trial, where none was in the last week. @throws where something of it is missing */
async function tryNewest(database: Database, place: string): Promise<void> {
  const verifiedAt = await lastVerified(database);
  if (verifiedAt && Date.now() - verifiedAt.getTime() < TRIAL_INTERVAL_MS) return;
  const restored = await tryRestore({ from: place });
  if (!isWhole(restored)) {
    const { files, brokenHistories, wrongRollUps } = restored;
    throw new Error(
      `The backup ${restored.backup.name} is not whole: ${files.missing.length} files missing, ${files.damaged.length} damaged, ${brokenHistories} broken histories, ${wrongRollUps} wrong roll-ups.`,
    );
  }
  await noteVerified(database, restored.backup.name);
}

/** The loops that back up the database; none where the service makes no backups. */
export function backupLoops(database: Database): (() => Loop<never>)[] {
  const target = ownBackups();
  if (!target) return [];
  const startedAt = Date.now();
  const backUp = rarely(async (signal) => {
    await checkPlace(target.cluster, databaseIn(target.place));
    if (await isBackupDue(target.place)) await makeBackup(database, signal);
    else await tryNewest(database, target.place);
  });
  const backingUp: Loop<never> = {
    ...wholeLoop("backingUp", CHECK_INTERVAL_MS, async (_, signal) => {
      // The start of a process is busy enough.
      if (Date.now() - startedAt >= CHECK_INTERVAL_MS) await backUp(signal);
    }),
    timeoutMs: DAY_MS,
  };
  const copyingLog = wholeLoop("copyingLog", LOG_INTERVAL_MS, () => copyNewLog(database));
  return [() => backingUp, () => copyingLog];
}
