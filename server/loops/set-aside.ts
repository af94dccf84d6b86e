import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { LoopName } from "@/db/schema/loop-states";
import { setAside } from "@/db/schema/set-aside";
import { log } from "@/server/platform/log";
import { wordsOf } from "./fault";

/** The delay after each failed attempt; the last one repeats. */
const RETRY_DELAYS_SECONDS = [60, 300, 1_800, 7_200, 43_200, 86_400];
/** Beyond this number, a loop drops the pieces that failed first. */
const MAX_SET_ASIDE = 10_000;
const SET_ASIDE_DAYS = 30;

const { loop, key, retryAt, attempts, firstFailedAt } = setAside;
const isOf = (name: LoopName) => eq(loop, name);

const delaySeconds = sql`(array[${sql.raw(RETRY_DELAYS_SECONDS.join())}])[least(${attempts} + 1, ${RETRY_DELAYS_SECONDS.length})]`;

/** Sets aside a piece that failed alone, or that failed again. */
export async function putAside(db: Db, name: LoopName, piece: string, reason: unknown): Promise<void> {
  const words = wordsOf(reason);
  log.error({ err: reason, loop: name, piece }, "piece of background work failed and was set aside");
  await db
    .insert(setAside)
    .values({
      loop: name,
      key: piece,
      reason: words,
      firstFailedAt: sql`now()`,
      lastFailedAt: sql`now()`,
      attempts: 1,
      retryAt: sql`now() + make_interval(secs => ${RETRY_DELAYS_SECONDS[0]})`,
    })
    .onConflictDoUpdate({
      target: [loop, key],
      set: {
        reason: words,
        lastFailedAt: sql`now()`,
        attempts: sql`${attempts} + 1`,
        retryAt: sql`now() + make_interval(secs => ${delaySeconds})`,
      },
    });
  await db.execute(sql`
    delete from ${setAside} where ${isOf(name)} and ${key} in (
      select key from ${setAside} where ${isOf(name)} order by first_failed_at desc, key offset ${MAX_SET_ASIDE})`);
}

/** The pieces of a loop that are set aside; `waits` until the retry is due. */
export const readAside = (db: Db, name: LoopName): Promise<{ key: string; waits: boolean }[]> =>
  db
    .select({ key, waits: sql<boolean>`${retryAt} > now()` })
    .from(setAside)
    .where(isOf(name));

/** Some of the pieces set aside whose retry is due, for loops that do not list them by themselves. */
export async function dueAside(db: Db, name: LoopName, limit: number): Promise<string[]> {
  const rows = await db
    .select({ key })
    .from(setAside)
    .where(and(isOf(name), lte(retryAt, sql`now()`)))
    .orderBy(retryAt, key)
    .limit(limit);
  return rows.map((row) => row.key);
}

/** Postpones the next retry of pieces whose retry runs elsewhere; that retry takes them back or sets them aside again. */
export async function putOff(db: Db, name: LoopName, pieces: string[], seconds: number): Promise<void> {
  if (pieces.length === 0) return;
  await db
    .update(setAside)
    .set({ retryAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(isOf(name), inArray(key, pieces)));
}

/** Removes pieces that are done. */
export async function takeBack(db: Db, name: LoopName, pieces: string[]): Promise<void> {
  if (pieces.length > 0) await db.delete(setAside).where(and(isOf(name), inArray(key, pieces)));
}

/** The keys of pieces that failed first so long ago that they are given up. */
export const oldAside = (db: Db, limit: number) =>
  db
    .select({ loop, key })
    .from(setAside)
    .where(lte(firstFailedAt, sql`now() - make_interval(days => ${SET_ASIDE_DAYS})`))
    .limit(limit);
