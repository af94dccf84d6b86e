import { setTimeout as delay } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";

const MAX_ATTEMPTS = 60;
const RETRY_DELAY_MS = 500;

const WITHOUT_TIMEOUT = sql`set local statement_timeout = 0`;

/** The first and last UTC day with scans or counts, in milliseconds; undefined where there are none. */
const daysOf = (db: Connection): Promise<{ first: number; last: number } | undefined> =>
  db.transaction(async (tx) => {
    await tx.execute(WITHOUT_TIMEOUT);
    const { first, last } = only(
      await tx.execute<{ first: string | null; last: string | null }>(sql`
      select min(day)::text as first, max(day)::text as last from (
        select (timestamp at time zone 'UTC')::date as day from producers cross join lateral (
          (select timestamp from scans where producer_id = producers.id order by timestamp limit 1) union all
          (select timestamp from scans where producer_id = producers.id order by timestamp desc limit 1)) as scan
        union all select min(day) from rollup_days union all select max(day) from rollup_days) as known`),
    );
    return first === null || last === null ? undefined : { first: Date.parse(first), last: Date.parse(last) };
  });

const isLockTimeout = (reason: unknown): boolean =>
  reason instanceof Error && (("code" in reason && reason.code === "55P03") || isLockTimeout(reason.cause));

/** Writers of scans wait for the end of the transaction. */
const HOLD_SCANS = sql`lock table scans in share row exclusive mode`;

/** Recounts in one transaction. Others may queue behind its lock, so it gives up after a second and retries. */
async function recount(db: Connection, ...steps: SQL[]): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '1s'`);
        await tx.execute(WITHOUT_TIMEOUT);
        for (const step of steps) await tx.execute(step);
      });
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isLockTimeout(error)) throw error;
      await delay(RETRY_DELAY_MS);
    }
  }
}

/**
 * Rebuilds all roll-ups from the scans, day by day, then each producer's fakes by item and the bytes of its records.
 * Scans may be recorded meanwhile; they wait while a day is recounted. Returns the number of days.
 */
export async function rebuildRollUps(db: Connection, onDay?: (day: string) => void): Promise<number> {
  const days = await daysOf(db);
  if (!days) return 0;
  let count = 0;
  for (let at = days.first; at <= days.last; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    await recount(db, HOLD_SCANS, sql`select recount_scans(${day}::date, ${day}::date + 1)`);
    const isLastOfMonth = at === days.last || new Date(at + DAY_MS).getUTCDate() === 1;
    if (isLastOfMonth) await recount(db, sql`select recount_month_cells(${`${day.slice(0, 7)}-01`}::date)`);
    count++;
    onDay?.(day);
  }
  for (const { id } of await db.execute<{ id: string }>(sql`select id from producers`)) {
    await recount(db, sql`select recount_fakes(${id}::uuid)`);
    await recount(db, sql`select recount_bytes(${id}::uuid)`);
  }
  return count;
}
