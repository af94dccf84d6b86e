import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { env } from "@/server/platform/env";
import { networkOf } from "./address";

interface Limit {
  points: number;
  /** Seconds. */
  duration: number;
  keyOf(key: string): string;
}

/** A limit per token, person or item. */
const each = (points: number, duration: number): Limit => ({ points, duration, keyOf: (key) => key });

/** A limit per network: an IPv6 /64 counts as one. */
const perNetwork = (points: number, duration: number): Limit => ({ points, duration, keyOf: networkOf });

/** Rate limits; each process counts on its own (docs/decisions/0013). */
const LIMITS = {
  "requests of this token": each(50, 1),
  "scans from this address": perNetwork(60, 60),
  "scans of this item": each(600, 60),
  "phone checks from this address": perNetwork(120, 60),
  "scan images from this address": perNetwork(60, 60),
  "pictures made for this address": perNetwork(600, 60),
  "calls of this person": each(300, 10),
  "open calls from this address": perNetwork(60, 60),
  "reports from this address": perNetwork(5, 3600),
  "reports of this item": each(30, 3600),
};

type Limited = keyof typeof LIMITS;

declare global {
  var assayLimiters: Map<string, RateLimiterMemory> | undefined;
}

/** On `globalThis`, since Next and the HTTP front are separate bundles. */
function limiterOf(what: Limited): RateLimiterMemory {
  globalThis.assayLimiters ??= new Map();
  const { points, duration } = LIMITS[what];
  const limiter = globalThis.assayLimiters.get(what) ?? new RateLimiterMemory({ points, duration });
  globalThis.assayLimiters.set(what, limiter);
  return limiter;
}

/** Counts one call against a rate limit. @throws 429 with `Retry-After` beyond the limit */
export async function limit(what: Limited, key: string | undefined): Promise<void> {
  if (env.RATE_LIMITS === "off" || key === undefined) return;
  try {
    await limiterOf(what).consume(LIMITS[what].keyOf(key));
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw tooManyRequests(what, `Too many ${what}.`, refused.msBeforeNext / 1000);
  }
}

/** Concurrency limits per network. */
const SHARES = { "pictures at once for this address": 48 };
const inFlight = new Map<string, number>();

/** Runs work within the caller's concurrency limit. @throws 429 beyond the limit */
export async function withinShare<T>(
  what: keyof typeof SHARES,
  address: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (env.RATE_LIMITS === "off" || address === undefined) return work();
  const key = networkOf(address);
  const count = inFlight.get(key) ?? 0;
  if (count >= SHARES[what]) throw tooManyRequests(what, `Too many ${what}.`, 1);
  inFlight.set(key, count + 1);
  try {
    return await work();
  } finally {
    const left = (inFlight.get(key) ?? 1) - 1;
    if (left > 0) inFlight.set(key, left);
    else inFlight.delete(key);
  }
}
