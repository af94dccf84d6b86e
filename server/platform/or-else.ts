import { log } from "./log";
import { messageOf } from "./say.mjs";

const RETRY_INTERVAL_MS = 1_000;

/**
 * A function that does `work`, and `other` where that fails. While it fails, one call each second tries it again, so that no
 * other call waits for its timeout. Logs when `name` goes away and comes back.
 */
export function orElse<Given extends unknown[], Outcome>(
  name: string,
  work: (...given: Given) => Promise<Outcome>,
  other: (...given: Given) => Promise<Outcome>,
): (...given: Given) => Promise<Outcome> {
  let retryAt: number | undefined;
  return async (...given) => {
    if (retryAt !== undefined && performance.now() < retryAt) return other(...given);
    if (retryAt !== undefined) retryAt = performance.now() + RETRY_INTERVAL_MS;
    try {
      const outcome = await work(...given);
      if (retryAt !== undefined) log.info(`${name} answers again`);
      retryAt = undefined;
      return outcome;
    } catch (error) {
      if (retryAt === undefined)
        log.error({ reason: messageOf(error) }, `${name} does not answer; doing without`);
      retryAt = performance.now() + RETRY_INTERVAL_MS;
      return other(...given);
    }
  };
}
