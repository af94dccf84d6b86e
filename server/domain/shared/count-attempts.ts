import { createHmac } from "node:crypto";
import { eq, lte, sql } from "drizzle-orm";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import type { Ctx } from "@/server/core/ctx";
import { MINUTE_MS } from "@/server/core/time";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { waitOf } from "@/server/domain/people/schema";
import { hashKeyFor } from "@/server/platform/secrets";

const ATTEMPTS_WINDOW_MS = 15 * MINUTE_MS;

type Db = Pick<Ctx, "db">;

/** A keyed hash, so that neither addresses nor e-mails are stored. */
export const keyOf = (...parts: string[]) =>
  createHmac("sha256", hashKeyFor("sign-in-tries")).update(JSON.stringify(parts)).digest();

function waitText(seconds: number): string {
  const { unit, count } = waitOf(seconds);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}

/**
 * Counts an attempt in the database, at once for all processes; returns how many there are in this window. It counts before its
 * outcome is known, outside of transactions that may fail.
 * @throws 429 beyond the limit
 */
export async function countAttempt(
  { db }: Db,
  key: Buffer,
  limit: number,
  what = "failed sign-ins",
  windowMs = ATTEMPTS_WINDOW_MS,
): Promise<number> {
  const now = new Date();
  const isOver = lte(signInAttempts.endsAt, now);
  const [counted] = await db
    .insert(signInAttempts)
    .values({ key, failed: 1, endsAt: new Date(now.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: signInAttempts.key,
      set: {
        failed: sql`case when ${isOver} then 1 else ${signInAttempts.failed} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${signInAttempts.endsAt} end`,
      },
      // Refused attempts are not counted: right ones take back no more than their own.
      setWhere: sql`${isOver} or ${signInAttempts.failed} < ${limit}`,
    })
    .returning({ failed: signInAttempts.failed });
  if (counted) return counted.failed;
  const [full] = await db
    .select({ endsAt: signInAttempts.endsAt })
    .from(signInAttempts)
    .where(eq(signInAttempts.key, key));
  const seconds = Math.max(1, Math.ceil(((full?.endsAt ?? now).getTime() - now.getTime()) / 1000));
  throw tooManyRequests(what, `Too many ${what}. Wait ${waitText(seconds)}, then try again.`, seconds);
}

/** Takes an attempt back that turned out right. */
export const uncount = ({ db }: Db, key: Buffer) =>
  db
    .update(signInAttempts)
    .set({ failed: sql`greatest(${signInAttempts.failed} - 1, 0)` })
    .where(eq(signInAttempts.key, key));
