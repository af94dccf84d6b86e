import { setTimeout as delay } from "node:timers/promises";

const POLL_INTERVAL_MS = 10;

/** Waits until the condition holds, which is asked every `intervalMs`. @throws an Error with `what` after the timeout */
export async function waitFor(
  what: string,
  timeoutMs: number,
  holds: () => boolean | Promise<boolean>,
  intervalMs = POLL_INTERVAL_MS,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await holds()); await delay(intervalMs)) {
    if (Date.now() > deadline) throw new Error(`Timeout after ${timeoutMs} ms: ${what}.`);
  }
}

const ANSWER_TIMEOUT_MS = 30_000;

/** Retries a call to a recovering service until it succeeds. */
export async function untilItAnswers<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + ANSWER_TIMEOUT_MS; ; await delay(POLL_INTERVAL_MS)) {
    try {
      return await call();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
