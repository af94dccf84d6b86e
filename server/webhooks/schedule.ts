import { env } from "@/server/platform/env";

/** How long after each failed try the next one comes (the contract's Hooks and events); after the last there is none. */
export const RETRY_DELAYS_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const MAX_JITTER = 0.2;

/** So long does a hook fail, without a success between, before it is switched off. */
export const SWITCHED_OFF_AFTER_SECONDS = 120 * 3600;

/** So long at a time does what waits for a hook of a suspended producer go on waiting. */
export const HELD_FOR_SECONDS = 3600;

/** The real time of a span of the schedule, in milliseconds: `HOOK_TIME_SCALE` shortens all of them. */
export const scaledMs = (seconds: number, scale = env.HOOK_TIME_SCALE) => seconds * 1000 * scale;

/** What a receiver says of when to come again: seconds, or a date. Nothing where it says neither. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  // Dates of HTTP begin with the day of the week; `Date.parse` finds one in nearly anything.
  const date = /^\s*(mon|tue|wed|thu|fri|sat|sun)/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now.getTime()) / 1000);
}

/** No receiver keeps a delivery waiting longer than the schedule itself ever would. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** After how many milliseconds to try again after the given number of failed tries; nothing when that was the last. */
export function retryDelayMs(
  failedAttempts: number,
  { endedAt, retryAfter, random }: { endedAt: Date; retryAfter?: string | undefined; random: number },
): number | null {
  const delay = RETRY_DELAYS_SECONDS[failedAttempts - 1];
  if (delay === undefined) return null;
  const jittered = delay * (1 + MAX_JITTER * random);
  const wished = Math.min(retryAfterSeconds(retryAfter, endedAt) ?? 0, MAX_RETRY_AFTER_SECONDS);
  return scaledMs(Math.max(jittered, wished));
}
