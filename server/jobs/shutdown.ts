import { within } from "@/server/core/within";
import { sayWhy } from "@/server/platform/say.mjs";

/** Requests and tries are given 25 s; all else takes moments. */
const WITHIN_MS = 26_000;
/** What comes after something that hangs has to be begun, and to be through before the process ends itself. */
const AT_LEAST_MS = 400;

/** Puts all away, one after the other, in 26 s; what fails or hangs does not keep the rest from it. */
export async function putAllAway(ends: (() => Promise<void> | void)[]): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  for (const end of ends) {
    const ms = Math.max(AT_LEAST_MS, Math.round(until - performance.now()));
    await within(ms, Promise.resolve().then(end), "Not shut down").catch(sayWhy);
  }
}
