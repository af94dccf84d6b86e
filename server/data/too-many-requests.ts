import { AppError } from "@/server/core/errors";
import { metrics } from "@/server/platform/metrics";

/**
 * Refuses a call beyond a limit, and counts the refusal. `limit` is a constant: metrics have a series for each.
 * `retryAfterSeconds` is rounded up, to 1 at least.
 */
export function tooManyRequests(
  limit: string,
  message: string,
  retryAfterSeconds: number,
  headers: Record<string, string> = {},
): AppError {
  metrics().callers.refusals.inc({ limit });
  return new AppError("tooManyRequests", "too-many-requests", message, {
    headers: { ...headers, "retry-after": String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
}
