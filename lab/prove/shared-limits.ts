import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { freePort } from "@/e2e/own-service";
import { newItems, openClient } from "./client";
import type { Home, Service } from "./home";
import { callConcurrently } from "./limits";
import { atMost, exactly, type Report } from "./report";
import { waitFor } from "./wait-for";
import { passedOf } from "./workers";

const HELP = "redis-server is missing: install Debian's package redis-server, and run the command again";
const LIMIT = 60;
const MAX_UNKNOWN = 20;
const GUESSES = 200;
const START_TIMEOUT_MS = 30_000;
const MAX_CALL_MS = 2_000;

/** A Redis without files. */
class RedisServer {
  #child: ChildProcess | undefined;
  readonly url: string;

  constructor(readonly port: number) {
    this.url = `redis://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    const args = ["--port", String(this.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
    this.#child = spawn("redis-server", args, { stdio: "ignore" });
    const answers = () => spawnSync("redis-cli", ["-p", String(this.port), "ping"]).stdout.includes("PONG");
    await waitFor("Redis answers", START_TIMEOUT_MS, answers);
  }

  freeze(): void {
    this.#child?.kill("SIGSTOP");
  }

  /** Forgets all counts, as after the end of their time. */
  clear(): void {
    spawnSync("redis-cli", ["-p", String(this.port), "flushall"]);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** Proves that limits are exact over two instances of two workers with Redis, and that a Redis that is away delays nothing. */
export const sharedLimits = (home: Home): Promise<Report> => prove(home, true);

/** The control: the same instances without Redis. */
export const controlSharedLimits = (home: Home): Promise<Report> => prove(home, false);

/** The number of guessed identifiers that are looked up, over all services in turn. */
async function answeredOf(services: Service[]): Promise<number> {
  const client = openClient({ keepsConnections: false });
  try {
    const statuses = await callConcurrently(GUESSES, async (n) => {
      const call = { method: "GET", path: `/items/guess-${n}` } as const;
      return (await client.call(services[n % services.length]?.url ?? "", call)).status;
    });
    return statuses.get(404) ?? 0;
  } finally {
    await client.close();
  }
}

async function prove(home: Home, isShared: boolean): Promise<Report> {
  if (spawnSync("redis-server", ["--version"]).error) throw new Error(HELP);
  const redis = new RedisServer(await freePort());
  await redis.start();
  const client = openClient();
  const env: Record<string, string> = {
    WORKERS: "2",
    RATE_LIMITS: "on",
    ...(isShared ? { REDIS_URL: redis.url } : {}),
  };
  try {
    const services = [await home.start(env), await home.start(env)];
    const [first] = services;
    const { token } = await home.producer("Shared limits");
    const identifiers = await newItems(client, first?.url ?? "", token, 10);
    const shared = exactly(
      "scans accepted of 200 at once from one address, over two instances",
      LIMIT,
      await passedOf(services, identifiers),
    );
    redis.clear();
    const guessed = exactly(
      `unknown identifiers answered of ${GUESSES} tried at once from one address, over two instances`,
      MAX_UNKNOWN,
      await answeredOf(services),
    );
    if (!isShared) return { checks: [shared, guessed], figures: {} };

    redis.freeze();
    const startedAt = performance.now();
    const get = () =>
      client.call(first?.url ?? "", {
        method: "GET",
        path: `/items/${encodeURIComponent(identifiers[0] ?? "")}`,
        token,
      });
    const { status } = await get();
    const frozenMs = Math.round(performance.now() - startedAt);
    const alone = await passedOf(services, identifiers);

    await redis.kill();
    const { status: afterKill } = await get();

    await redis.start();
    await waitFor("the instances share counts again", START_TIMEOUT_MS, async () => {
      redis.clear();
      return (await passedOf(services, identifiers)) === LIMIT;
    });
    return {
      checks: [
        shared,
        guessed,
        exactly("status while Redis hangs", 200, status),
        atMost("time of the first call while Redis hangs", MAX_CALL_MS, frozenMs, " ms"),
        exactly("scans accepted while Redis hangs, by two instances that count alone", 2 * LIMIT, alone),
        exactly("status while Redis is gone", 200, afterKill),
      ],
      figures: { "instances, workers of each": "2, 2", "counts after Redis came back": "shared" },
    };
  } finally {
    await client.close();
    await home.stop();
    await redis.kill();
  }
}
