import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests } from "@/server/errors";
import { env } from "@/server/platform/env";

const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });

/** Limits of one process (docs/decisions/0013). Durations are in seconds. */
const limiters = {
  "requests of this token": limiter(50, 1),
  "scans from this address": limiter(60, 60),
  "scans of this item": limiter(600, 60),
  "unknown identifiers from this address": limiter(20, 60),
  "scan images from this address": limiter(60, 60),
  "pictures made for this address": limiter(600, 60),
  "calls of this person": limiter(300, 10),
  "open calls from this address": limiter(60, 60),
  "reports from this address": limiter(5, 3600),
  "reports of this item": limiter(30, 3600),
};

type Limited = keyof typeof limiters;

const refusal = (what: Limited, msToWait: number) => tooManyRequests(`Too many ${what}.`, msToWait / 1000);

/** Counts one more of something. 429 with `Retry-After` once there are too many. */
export async function limit(what: Limited, key: string | undefined): Promise<void> {
  if (env.RATE_LIMITS === "off" || key === undefined) return;
  try {
    await limiters[what].consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw refusal(what, refused.msBeforeNext);
  }
}

/** How much of something one caller may have under way at once. */
const SHARES = { "pictures at once for this address": 48 };
const underWay = new Map<string, number>();

/** Does the work while the caller has no more than its share under way. 429 beyond. */
export async function withinShare<T>(
  what: keyof typeof SHARES,
  key: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (env.RATE_LIMITS === "off" || key === undefined) return work();
  const count = underWay.get(key) ?? 0;
  if (count >= SHARES[what]) throw tooManyRequests(`Too many ${what}.`, 1);
  underWay.set(key, count + 1);
  try {
    return await work();
  } finally {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  }
}

/** Refuses as `limit` does, yet counts nothing: for what is only known to count after the work. */
export async function refuseIfSpent(what: Limited, key: string | undefined): Promise<void> {
  if (env.RATE_LIMITS === "off" || key === undefined) return;
  const soFar = await limiters[what].get(key);
  if (soFar && soFar.remainingPoints <= 0) throw refusal(what, soFar.msBeforeNext);
}
