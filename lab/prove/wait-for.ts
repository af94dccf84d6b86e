import { setTimeout as delay } from "node:timers/promises";

const POLL_INTERVAL_MS = 10;

/** Waits until the condition holds; throws, and says what for, after the time. */
export async function waitFor(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await holds()); await delay(POLL_INTERVAL_MS)) {
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}.`);
  }
}

const ANSWERS_WITHIN_MS = 30_000;

/** Asks what may still be on its way back, until it answers. */
export async function untilItAnswers<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + ANSWERS_WITHIN_MS; ; await delay(POLL_INTERVAL_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
