import { once } from "node:events";
import { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
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

/** A budget that is spent by some of the calls only, once they have ended. */
export interface Budget {
  name: string;
  max: number;
  windowMs: number;
  /** A reservation that is not released ends after this time. */
  holdMs: number;
}

/** Reserves a point of a budget. Returns 0, -1 while others hold the rest of it, or the milliseconds until it is new. */
const RESERVE = `
local spent = tonumber(redis.call('GET', KEYS[1]) or '0')
if spent >= tonumber(ARGV[1]) then return math.max(1, redis.call('PTTL', KEYS[1])) end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
if spent + redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[1]) then return -1 end
redis.call('ZADD', KEYS[2], now + ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 0`;
/** Releases a reservation, and spends its point where it is asked to. */
const RELEASE = `
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[2] == '1' and redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return 0`;
const Waiting = z.number();

export interface RedisCounter {
  /** Resolves once Redis answers, or at the end of the time to connect. */
  connected(): Promise<void>;
  /** Counts a call. Returns the milliseconds until the next one passes, 0 where this one does. @throws where Redis is away */
  count(what: string, quota: Quota, key: string): Promise<number>;
  /** Reserves a point of a key's budget for `id`. @throws where Redis is away */
  reserve(budget: Budget, key: string, id: string): Promise<"reserved" | "wait" | { refusedForMs: number }>;
  /** Ends a reservation; spends its point or gives it back. @throws where Redis is away */
  release(budget: Budget, key: string, id: string, isSpent: boolean): Promise<void>;
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
  const keysOf = ({ name }: Budget, key: string) =>
    [`assay:${name}:${key}`, `assay:${name}:held:${key}`] as const;
  return {
    async reserve(budget, key, id) {
      const { max, holdMs } = budget;
      const waitMs = Waiting.parse(await client.eval(RESERVE, 2, ...keysOf(budget, key), max, holdMs, id));
      if (waitMs > 0) return { refusedForMs: waitMs };
      return waitMs === 0 ? "reserved" : "wait";
    },
    async release(budget, key, id, isSpent) {
      await client.eval(RELEASE, 2, ...keysOf(budget, key), id, isSpent ? 1 : 0, budget.windowMs);
    },
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
