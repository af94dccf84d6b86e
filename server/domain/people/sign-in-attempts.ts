import { eq, sql } from "drizzle-orm";
import { signInAttempts } from "@/db/schema/sign-in-attempts";
import type { Ctx } from "@/server/core/ctx";
import { refusalIn } from "@/server/core/errors";
import { DAY_MS } from "@/server/core/time";
import { countAttempt, keyOf, uncount } from "@/server/domain/shared/count-attempts";
import { expiryLoop } from "./expiry-loop";

/*
 * Attempts are counted in the database, not in memory (decision 0022): many processes or a restart must not help a guesser,
 * and a sign-in costs far more than a statement. RATE_LIMITS does not change these limits: they protect passwords, not load.
 */
const MAX_PER_ACCOUNT_AND_NETWORK = 5;
/** Over all accounts, against a few passwords tried on many accounts; high, since an office may share an address. */
const MAX_PER_NETWORK = 100;
/** Of all networks: only who knows the password can try codes, so that no stranger shuts a person out. */
const MAX_CODES_PER_PERSON = 10;
/** Of codes of an app, which are short: 30 guesses of a code, valid for three half minutes, hit once in 11,000 days. */
const MAX_APP_CODES_PER_DAY = 30;
/** Each can send a mail. */
const MAX_LINKS_PER_ACCOUNT = 3;
const MAX_LINKS_PER_NETWORK = 20;

type Db = Pick<Ctx, "db">;

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
      if (ofNetwork) await uncount(ctx, ofNetwork);
    }
    return result;
  });
}

/** An attempt with a code of a person. */
interface CodeAttempt<T> {
  personId: string;
  /** A code of an app, a recovery code, or the first code of a new app. */
  of: "app" | "recovery" | "newApp";
  /** Returns undefined for a wrong code. */
  attempt: () => Promise<T | undefined>;
  /** Runs after the tenth wrong code in 15 minutes: only a person who knows the password gets this far. */
  onTooMany?: () => Promise<void>;
}

/**
 * Attempts to use a code; it counts as wrong unless the attempt returns a value. Right codes of new apps leave the count of
 * the others alone; a right code does not forgive the day's wrong ones.
 * @throws 429 after ten wrong codes in 15 minutes and after 30 of an app in a day, also for the right code
 */
export function tryCode<T>(
  ctx: Db,
  { personId, of, attempt, onTooMany }: CodeAttempt<T>,
): Promise<T | undefined> {
  const key = keyOf(of === "newApp" ? "new code" : "code", personId);
  return inSequence(key.toString("latin1"), async () => {
    const ofDay = of === "app" ? keyOf("codes of a day", personId) : undefined;
    const count = await countAttempt(ctx, key, MAX_CODES_PER_PERSON, "wrong codes");
    if (ofDay) await countAttempt(ctx, ofDay, MAX_APP_CODES_PER_DAY, "wrong codes", DAY_MS);
    const result = await attempt();
    if (result !== undefined) {
      await ctx.db.delete(signInAttempts).where(eq(signInAttempts.key, key));
      if (ofDay) await uncount(ctx, ofDay);
    } else if (count === MAX_CODES_PER_PERSON) await onTooMany?.();
    return result;
  });
}

/** Counts a request for a link from a network. @throws 429 beyond 20 in 15 minutes */
export async function countLinkRequest(ctx: Db, network: string | undefined): Promise<void> {
  if (network !== undefined)
    await countAttempt(ctx, keyOf("links from", network), MAX_LINKS_PER_NETWORK, "mailed links");
}

/** Counts a link for an e-mail; false beyond three in 15 minutes. */
export async function mayMailLink(ctx: Db, email: string): Promise<boolean> {
  try {
    await countAttempt(ctx, keyOf("links to", email), MAX_LINKS_PER_ACCOUNT, "mailed links");
    return true;
  } catch (error) {
    if (refusalIn(error)?.kind === "tooManyRequests") return false;
    throw error;
  }
}

/** Forgets the failed attempts of an account from a network: its person has a new password. */
export const forgetAttempts = ({ db }: Db, email: string, network: string | undefined) =>
  db.delete(signInAttempts).where(eq(signInAttempts.key, keyOf("account", email, network ?? "")));

/** Deletes counts whose window has ended. */
export const failedSignIns = expiryLoop({
  name: "failedSignIns",
  table: signInAttempts,
  key: sql<string>`encode(${signInAttempts.key}, 'hex')`,
  expiresAt: signInAttempts.endsAt,
});
