import { createHmac } from "node:crypto";
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import type { Ctx } from "@/server/core/ctx";
import { tooManyRequests } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { type Loop, untilEmpty } from "@/server/loops/loop";
import { hashKeyFor } from "@/server/platform/secrets";

/*
 * In the database rather than in memory (decision 0022): a sign-in costs far more than a statement, and a guesser gains
 * nothing from many processes or from a restart. Held whatever RATE_LIMITS says, for it guards passwords, not the load.
 */
const WINDOW_MS = 15 * 60_000;
const MAX_PER_ACCOUNT_AND_NETWORK = 5;
/** Over all accounts, against one who tries a few passwords on many; high, since an office may share an address. */
const MAX_PER_NETWORK = 100;

type Db = Pick<Ctx, "db">;

/** Neither addresses nor e-mails are stored. */
const keyOf = (...parts: string[]) =>
  createHmac("sha256", hashKeyFor("sign-in-tries")).update(JSON.stringify(parts)).digest();

async function count({ db }: Db, key: Buffer, most: number): Promise<void> {
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
  if (failed <= most) return;
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw tooManyRequests(
    `Too many failed tries. Wait ${minutes} ${minutes === 1 ? "minute" : "minutes"}, then try again.`,
    seconds,
  );
}

const underWay = new Map<string, Promise<unknown>>();

/** One try of an account and network at a time, so that those under way are never taken for failed ones. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(key);
  const mine = before ? before.then(work, work) : work();
  underWay.set(key, mine);
  try {
    return await mine;
  } finally {
    if (underWay.get(key) === mine) underWay.delete(key);
  }
}

/**
 * A try at the password of an account from a network, which counts as failed unless it yields something. 429 after five
 * failed ones in 15 minutes, with the right password too. Where the network is not known, the account's tries count alone.
 */
export function tryPassword<T>(
  ctx: Db,
  email: string,
  network: string | undefined,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const key = keyOf("account", email, network ?? "");
  return inTurn(key.toString("latin1"), async () => {
    // Counted before it is known how it ends: tries at once are counted as well as tries in a row.
    await count(ctx, key, MAX_PER_ACCOUNT_AND_NETWORK);
    const ofNetwork = network === undefined ? undefined : keyOf("network", network);
    if (ofNetwork) await count(ctx, ofNetwork, MAX_PER_NETWORK);
    const gained = await attempt();
    if (gained !== undefined) {
      await ctx.db.delete(signInAttempts).where(eq(signInAttempts.key, key));
      if (ofNetwork) {
        await ctx.db
          .update(signInAttempts)
          .set({ failed: sql`greatest(${signInAttempts.failed} - 1, 0)` })
          .where(eq(signInAttempts.key, ofNetwork));
      }
    }
    return gained;
  });
}

const BATCH_SIZE = 1_000;
const hexOf = (key: Buffer) => key.toString("hex");
const isOver = () => lte(signInAttempts.endsAt, new Date());

/** Forgets the tries whose time is over. */
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
