import { createHmac } from "node:crypto";
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { type Loop, untilEmpty } from "@/server/loops/loop";
import { hashKeyFor } from "@/server/platform/secrets";

/*
 * Attempts are counted in the database, not in memory (decision 0022): many processes or a restart must not help a guesser,
 * and a sign-in costs far more than a statement. RATE_LIMITS does not change these limits: they protect passwords, not load.
 */
const WINDOW_MS = 15 * 60_000;
const MAX_PER_ACCOUNT_AND_NETWORK = 5;
/** Over all accounts, against a few passwords tried on many accounts; high, since an office may share an address. */
const MAX_PER_NETWORK = 100;

type Db = Pick<Ctx, "db">;

/** A keyed hash, so that neither addresses nor e-mails are stored. */
const keyOf = (...parts: string[]) =>
  createHmac("sha256", hashKeyFor("sign-in-tries")).update(JSON.stringify(parts)).digest();

async function countAttempt({ db }: Db, key: Buffer, limit: number): Promise<void> {
  const now = new Date();
  const isOver = lte(signInAttempts.endsAt, now);
  const { failed, endsAt } = only(
    await db
      .insert(signInAttempts)
      .values({ key, failed: 1, endsAt: new Date(now.getTime() + WINDOW_MS) })
      .onConflictDoUpdate({
        target: signInAttempts.key,
        set: {
          failed: sql`case when ${isOver} then 1 else ${signInAttempts.failed} + 1 end`,
          endsAt: sql`case when ${isOver} then excluded.ends_at else ${signInAttempts.endsAt} end`,
        },
      })
      .returning({ failed: signInAttempts.failed, endsAt: signInAttempts.endsAt }),
  );
  if (failed <= limit) return;
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw tooManyRequests(
    "failed sign-ins",
    `Too many failed tries. Wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}, then try again.`,
    seconds,
  );
}

const inFlight = new Map<string, Promise<unknown>>();

/** Runs one attempt per account and network at a time: an attempt in flight is already counted as failed. */
async function inSequence<T>(key: string, work: () => Promise<T>): Promise<T> {
  const previous = inFlight.get(key);
  const current = previous ? previous.then(work, work) : work();
  inFlight.set(key, current);
  try {
    return await current;
  } finally {
    if (inFlight.get(key) === current) inFlight.delete(key);
  }
}

/**
 * Attempts to use the password of an account from a network; the attempt counts as failed unless it returns a value. For an
 * unknown network only the account's attempts count.
 * @throws 429 after five failed attempts in 15 minutes, even for the right password.
 */
export function tryPassword<T>(
  ctx: Db,
  email: string,
  network: string | undefined,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = keyOf("account", email, network ?? "");
  return inSequence(key.toString("latin1"), async () => {
    // Counted before the outcome is known, so that concurrent attempts count as well.
    await countAttempt(ctx, key, MAX_PER_ACCOUNT_AND_NETWORK);
    const ofNetwork = network === undefined ? undefined : keyOf("network", network);
    if (ofNetwork) await countAttempt(ctx, ofNetwork, MAX_PER_NETWORK);
    const result = await attempt();
    if (result !== undefined) {
      await ctx.db.delete(signInAttempts).where(eq(signInAttempts.key, key));
      if (ofNetwork) {
        await ctx.db
          .update(signInAttempts)
          .set({ failed: sql`greatest(${signInAttempts.failed} - 1, 0)` })
          .where(eq(signInAttempts.key, ofNetwork));
      }
    }
    return result;
  });
}

const BATCH_SIZE = 1_000;
const hexOf = (key: Buffer) => key.toString("hex");
const isOver = () => lte(signInAttempts.endsAt, new Date());

/** Deletes counts whose window has ended. */
export const failedSignIns: Loop<Buffer> = {
  name: "failedSignIns",
  intervalMs: 3_600_000,
  timeoutMs: 30_000,
  keyOf: hexOf,
  batches: (run) =>
    untilEmpty(
      run,
      async () => {
        const rows = await run.db
          .select({ key: signInAttempts.key })
          .from(signInAttempts)
          .where(isOver())
          .limit(BATCH_SIZE + run.aside.length);
        return rows.map(({ key }) => key);
      },
      hexOf,
    ),
  async work({ db }, keys) {
    await db.delete(signInAttempts).where(and(inArray(signInAttempts.key, keys), isOver()));
  },
};
