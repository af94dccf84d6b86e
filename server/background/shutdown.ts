import { within } from "@/server/core/within";
import { sayWhy } from "@/server/platform/say.mjs";

/** Requests and attempts have 25 s; the other steps take moments. */
const SHUTDOWN_TIMEOUT_MS = 26_000;
/** Steps after a hanging one still need time to finish before the process ends itself. */
const MIN_STEP_TIMEOUT_MS = 400;

/** Shuts down step by step within 26 s. A step that fails or hangs does not stop the others. */
export async function shutDownAll(ends: (() => Promise<void> | void)[]): Promise<void> {
  const until = performance.now() + SHUTDOWN_TIMEOUT_MS;
  for (const end of ends) {
    const ms = Math.max(MIN_STEP_TIMEOUT_MS, Math.round(until - performance.now()));
    await within(ms, Promise.resolve().then(end), "Not shut down").catch(sayWhy);
  }
}
