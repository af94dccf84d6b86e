import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { LoopName } from "@/db/schema/loop-states";
import { setAside } from "@/db/schema/set-aside";
import { log } from "@/server/platform/log";
import { wordsOf } from "./fault";

/** After each failed attempt; after the last one, again and again. */
const RETRY_DELAYS_SECONDS = [60, 300, 1_800, 7_200, 43_200, 86_400];
/** Beyond, a loop forgets those that failed first. */
export const MAX_SET_ASIDE = 10_000;
export const SET_ASIDE_DAYS = 30;

const { loop, key, retryAt, attempts, firstFailedAt } = setAside;
const isOf = (name: LoopName) => eq(loop, name);

const delaySeconds = sql`(array[${sql.raw(RETRY_DELAYS_SECONDS.join())}])[least(${attempts} + 1, ${RETRY_DELAYS_SECONDS.length})]`;

/** Sets a piece aside that failed alone, or once more. */
export async function putAside(db: Db, name: LoopName, piece: string, reason: unknown): Promise<void> {
  const words = wordsOf(reason);
  log.error({ err: reason, loop: name, piece }, "a piece of background work fails and is set aside");
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

/** What is set aside of a loop: `waits` until it is due for its retry. */
export const readAside = (db: Db, name: LoopName): Promise<{ key: string; waits: boolean }[]> =>
  db
    .select({ key, waits: sql<boolean>`${retryAt} > now()` })
    .from(setAside)
    .where(isOf(name));

/** Some of what is set aside and due for its retry, for loops that do not come to it by themselves. */
export async function dueAside(db: Db, name: LoopName, most: number): Promise<string[]> {
  const rows = await db
    .select({ key })
    .from(setAside)
    .where(and(isOf(name), lte(retryAt, sql`now()`)))
    .orderBy(retryAt, key)
    .limit(most);
  return rows.map((row) => row.key);
}

/** Puts off the next retry of pieces whose retry is in progress elsewhere, and ends by taking them back or setting them aside again. */
export async function putOff(db: Db, name: LoopName, pieces: string[], seconds: number): Promise<void> {
  if (pieces.length === 0) return;
  await db
    .update(setAside)
    .set({ retryAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(isOf(name), inArray(key, pieces)));
}

/** Forgets that pieces were set aside: they are done. */
export async function takeBack(db: Db, name: LoopName, pieces: string[]): Promise<void> {
  if (pieces.length > 0) await db.delete(setAside).where(and(isOf(name), inArray(key, pieces)));
}

/** The keys of what failed first so long ago that it is given up. */
export const oldAside = (db: Db, most: number) =>
  db
    .select({ loop, key })
    .from(setAside)
    .where(lte(firstFailedAt, sql`now() - make_interval(days => ${SET_ASIDE_DAYS})`))
    .limit(most);
