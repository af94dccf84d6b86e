/** Answers of the service, or of a gateway before it, that the next attempt may not get. */
const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** A longer `Retry-After` is the caller's to wait for. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Reads `Retry-After`: seconds, or a date. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export const isRetried = ({ status }: Response) => RETRIED_STATUSES.has(status);

/**
 * Milliseconds to wait before a retry, the first one being 0; undefined where the service wants a longer wait. `random` is
 * from 0 to 1, so that clients that failed together do not come back together.
 */
export function delayBefore(
  retry: number,
  wantedMs: number | undefined,
  random = Math.random(),
): number | undefined {
  if (wantedMs === undefined) return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retry) * (0.5 + random / 2);
  return wantedMs > MAX_RETRY_AFTER_MS ? undefined : wantedMs * (1 + random / 4);
}

/** Why a signal was aborted. React Native gives no reason. */
export const reasonOf = ({ reason }: AbortSignal): unknown =>
  reason ?? Object.assign(new Error("The call was aborted."), { name: "AbortError" });

/** @throws the reason of an aborted signal */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Waits. @throws the signal's reason when it is aborted */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
  throwIfAborted(signal);
}
