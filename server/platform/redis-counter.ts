import { once } from "node:events";
import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "./env";

/** A slower answer delays callers more than a count that several machines do not share harms. */
const ANSWER_TIMEOUT_MS = 250;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_RECONNECT_DELAY_MS = 2_000;

/** So many calls in so many seconds. */
export interface Quota {
  points: number;
  duration: number;
}

export interface RedisCounter {
  /** Resolves once Redis answers, or at the end of the time to connect. */
  connected(): Promise<void>;
  /** Counts a call. Returns the milliseconds until the next one passes, 0 where this one does. @throws where Redis is away */
  count(what: string, quota: Quota, key: string): Promise<number>;
  close(): void;
}

function openRedisCounter(url: string): RedisCounter {
  const client = new Redis(url, {
    connectionName: "assay",
    commandTimeout: ANSWER_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Calls do not wait for a connection: they are counted elsewhere meanwhile.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempts) => Math.min(100 * attempts, MAX_RECONNECT_DELAY_MS),
  });
  // Each failed call reports the reason.
  client.on("error", () => {});
  const limiters = new Map<string, RateLimiterRedis>();
  return {
    async count(what, quota, key) {
      const known = limiters.get(what);
      const limiter =
        known ?? new RateLimiterRedis({ storeClient: client, keyPrefix: `assay:${what}`, ...quota });
      limiters.set(what, limiter);
      return limiter.consume(key).then(
        () => 0,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext);
          throw refused;
        },
      );
    },
    connected: async () => {
      if (client.status !== "ready")
        await once(client, "ready", { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) }).catch(() => {});
    },
    close: () => client.disconnect(),
  };
}

declare global {
  var assayRedisCounter: RedisCounter | undefined;
}

/** The counter that all machines share. On `globalThis`, since Next and the front are separate bundles. */
export function redisCounter(): RedisCounter {
  if (!env.REDIS_URL) throw new Error("REDIS_URL is not set.");
  globalThis.assayRedisCounter ??= openRedisCounter(env.REDIS_URL);
  return globalThis.assayRedisCounter;
}
