import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
import type { ProducerCaller } from "@/server/core/caller";
import { tooManyRequests } from "@/server/data/too-many-requests";
import { env } from "@/server/platform/env";
import { orElse } from "@/server/platform/or-else";
import { redisCounter } from "@/server/platform/redis-counter";
import { askPrimary, worker } from "@/server/platform/worker";
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

/** Rate limits, of all workers of an instance together, and with `REDIS_URL` of all instances (docs/decisions/0013). */
const LIMITS = {
  "requests of this token": each(50, 1),
  // Tokens with a limit of their own have it in place of this one.
  "requests a minute of this token": each(3_000, 60),
  "scans from this address": perNetwork(60, 60),
  "scans of this item": each(600, 60),
  "phone checks from this address": perNetwork(120, 60),
  "scan images from this address": perNetwork(60, 60),
  "pictures made for this address": perNetwork(600, 60),
  "calls of this person": each(300, 10),
  "open calls from this address": perNetwork(60, 60),
  "visits of the demo from this address": perNetwork(30, 3600),
  "reports from this address": perNetwork(5, 3600),
  "report forms from this address": perNetwork(30, 3600),
  "reports of this item": each(30, 3600),
};

type Limited = keyof typeof LIMITS;

const isLimited = (what: string): what is Limited => what in LIMITS;

/** A limit, a key, and the points where the key has others than the limit: JSON has no undefined. */
const Call = z.tuple([z.string().refine(isLimited), z.string(), z.int().nullable()]);

declare global {
  var assayLimiters: Map<string, RateLimiterMemory> | undefined;
}

/** A limit, with its own points or others. */
const limitOf = (what: Limited, points: number | null) => ({
  points: points ?? LIMITS[what].points,
  duration: LIMITS[what].duration,
});

/** On `globalThis`, since Next and the HTTP front are separate bundles. */
function limiterOf(what: Limited, own: number | null): RateLimiterMemory {
  globalThis.assayLimiters ??= new Map();
  const { points, duration } = limitOf(what, own);
  const name = `${what} ${points}`;
  const limiter = globalThis.assayLimiters.get(name) ?? new RateLimiterMemory({ points, duration });
  globalThis.assayLimiters.set(name, limiter);
  return limiter;
}

/** Counts a call in this process. Returns the milliseconds until the next one passes, 0 where this one does. */
async function countHere(what: Limited, key: string, points: number | null): Promise<number> {
  try {
    await limiterOf(what, points).consume(key);
    return 0;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return Math.max(1, refused.msBeforeNext);
  }
}

/** Counts a call of a worker, in its primary. */
export const countForWorker = (given: unknown): Promise<number> => countHere(...Call.parse(given));

const Wait = z.number();
/** Where the primary is slow, the machine is, and so is the call. */
const COUNT_TIMEOUT_MS = 3_000;

/** Of all workers together. */
const countOnMachine = worker
  ? orElse(
      "the primary, which counts for rate limits,",
      async (...call) => Wait.parse(await askPrimary("count", call, COUNT_TIMEOUT_MS)),
      countHere,
    )
  : countHere;

const count = env.REDIS_URL
  ? orElse(
      "Redis, which counts for rate limits,",
      async (what: Limited, key: string, points: number | null) =>
        redisCounter().count(what, limitOf(what, points), key),
      countOnMachine,
    )
  : countOnMachine;

/** Counts one call against a rate limit, or other points of it. @throws 429 with `Retry-After` beyond the limit */
export async function limit(
  what: Limited,
  key: string | undefined,
  points: number | null = null,
): Promise<void> {
  if (env.RATE_LIMITS === "off" || key === undefined) return;
  const waitMs = await count(what, LIMITS[what].keyOf(key), points);
  if (waitMs > 0) throw tooManyRequests(what, `Too many ${what}.`, waitMs / 1000);
}

/** Counts a request of a credential against the limit of all, and its own. @throws 429 with `Retry-After` beyond one */
export async function limitRequests({ actor, requestsPerMinute }: ProducerCaller): Promise<void> {
  await limit("requests of this token", actor.id);
  if (requestsPerMinute !== undefined)
    await limit("requests a minute of this token", actor.id, requestsPerMinute);
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
