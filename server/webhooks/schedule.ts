import { env } from "@/server/platform/env";

/** Delay after each failed attempt (the contract's Hooks and events); no attempt follows the last delay. */
export const RETRY_DELAYS_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const MAX_JITTER = 0.2;

/** A webhook is switched off after failing for this time without a success. */
export const SWITCHED_OFF_AFTER_SECONDS = 120 * 3600;

/** Milliseconds of a time in the schedule, scaled by `HOOK_TIME_SCALE`. */
export const scaledMs = (seconds: number, scale = env.HOOK_TIME_SCALE) => seconds * 1000 * scale;

/** Seconds of a `Retry-After` header, which contains seconds or a date. Undefined if it contains neither. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // HTTP dates begin with the day of the week; `Date.parse` finds a date in nearly any text.
  const date = /^\s*(mon|tue|wed|thu|fri|sat|sun)/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}

/** Upper limit of `Retry-After`: the longest delay of the schedule. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Milliseconds until the next attempt after this many failed ones; null after the last. */
export function retryDelayMs(
  failedAttempts: number,
  { endedAt, retryAfter, random }: { endedAt: Date; retryAfter?: string | undefined; random: number },
): number | null {
  const delay = RETRY_DELAYS_SECONDS[failedAttempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + MAX_JITTER * random);
  const requested = Math.min(retryAfterSeconds(retryAfter, endedAt) ?? 0, MAX_RETRY_AFTER_SECONDS);
  return scaledMs(Math.max(jittered, requested));
}
