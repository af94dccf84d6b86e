import cluster, { type Worker as Child } from "node:cluster";
import { once } from "node:events";
import { z } from "zod";
import { type Answers, type Ask, openChannel } from "./platform/channel";
import { env } from "./platform/env";
import { log } from "./platform/log";
import { WORKER_VARIABLE, type Worker } from "./platform/worker";

const MIN_RESTART_DELAY_MS = 1_000;
const MAX_RESTART_DELAY_MS = 30_000;
/** A worker that served for this long had started well. */
const STABLE_AFTER_MS = 60_000;
const HEARTBEAT_INTERVAL_MS = 5_000;
/** A turn of the event loop takes tenths of a second at most. A machine that was suspended misses one heartbeat. */
const MAX_MISSED_HEARTBEATS = 6;
const METRICS_TIMEOUT_MS = 1_000;
/** Before the primary's own steps run out of time. */
const KILL_AFTER_MS = 25_000;

const Port = z.number();
const Texts = z.array(z.string());

interface Options {
  /** The file that a worker runs. */
  exec: string;
  count: number;
  describeWorker(number: number): Worker;
  /** What workers may ask. */
  answers: Answers;
  heartbeatIntervalMs?: number;
}

export interface Workers {
  /** The port, once the first worker serves; the others start after it. Rejects if the first one cannot. */
  serving: Promise<number>;
  /** The metrics of all workers that answer. */
  readMetrics(): Promise<string[]>;
  /** Tells all workers to finish accepted requests and to end. */
  end(): void;
  /** Ends all workers and waits for them; kills those that take too long. */
  stop(): Promise<void>;
}

/** A worker's place: the worker that replaces a dead one has its number. */
interface Place {
  number: number;
  child?: Child | undefined;
  ask?: Ask | undefined;
  isListening?: boolean;
  servesSince?: number | undefined;
  /** Starts since the last stable one. */
  restarts: number;
  missedHeartbeats: number;
  restart?: NodeJS.Timeout;
}

/** Starts workers that share the port of the service, and starts those again that end or hang. */
export function openWorkers({
  exec,
  count,
  describeWorker,
  answers,
  heartbeatIntervalMs = HEARTBEAT_INTERVAL_MS,
}: Options): Workers {
  // The system hands each connection to a worker that waits: a worker that hangs or dies takes no others along.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec,
    args: process.argv.slice(2),
    execArgv: [...process.execArgv, "--enable-source-maps"],
  });
  const placeOf = (number: number): Place => ({ number, restarts: 0, missedHeartbeats: 0 });
  const first = placeOf(1);
  const places = [first, ...Array.from({ length: count - 1 }, (_, at) => placeOf(at + 2))];
  let isEnding = false;
  let settle: { resolve(port: number): void; reject(reason: Error): void } | undefined;
  const serving = new Promise<number>((resolve, reject) => {
    settle = { resolve, reject };
  });

  function start(place: Place) {
    const child = cluster.fork({
      // The worker knows an embedded database from its description alone.
      DATABASE_URL: env.DATABASE_URL ?? "",
      [WORKER_VARIABLE]: JSON.stringify(describeWorker(place.number)),
    });
    const port = {
      send(message: object) {
        if (child.isConnected()) child.send(message, () => {});
      },
      onMessage: (receive: (message: unknown) => void) => void child.on("message", receive),
    };
    Object.assign(place, { child, isListening: false, missedHeartbeats: 0 });
    place.ask = openChannel(port, {
      ...answers,
      serving: (at) => noteServing(place, Port.parse(at)),
      // Background work runs in the first worker.
      activity: () => void first.ask?.("activity").catch(() => {}),
      forgetDerivatives: (prefixes) =>
        Promise.allSettled(places.map(({ ask }) => ask?.("forgetDerivatives", prefixes))),
    });
    child.on("error", (err) => log.error({ err, worker: place.number }, "a worker could not be reached"));
    child.once("listening", () => {
      place.isListening = true;
    });
    child.once("exit", (code, signal) => noteExit(place, code, signal));
  }

  function noteServing(place: Place, port: number) {
    place.servesSince = performance.now();
    settle?.resolve(port);
    for (const other of settle && !isEnding ? places.slice(1) : []) start(other);
    settle = undefined;
  }

  function noteExit(place: Place, code: number, signal: string | null) {
    const { number, servesSince } = place;
    Object.assign(place, { child: undefined, ask: undefined, servesSince: undefined });
    settle?.reject(new Error(`The worker ended (${signal ?? `exit code ${code}`}) before it served.`));
    if (isEnding || settle) return;
    const isStable = servesSince !== undefined && performance.now() - servesSince > STABLE_AFTER_MS;
    if (isStable) place.restarts = 0;
    const delayMs = Math.min(MAX_RESTART_DELAY_MS, MIN_RESTART_DELAY_MS * 2 ** place.restarts++);
    log.error({ worker: number, code, signal, delayMs }, "a worker ended; another one replaces it");
    place.restart = setTimeout(() => start(place), delayMs);
  }

  async function heartbeat(place: Place) {
    const { child, ask, servesSince } = place;
    if (!child || servesSince === undefined) return;
    const isAlive = await ask?.("alive", undefined, heartbeatIntervalMs).catch(() => false);
    if (place.child !== child) return;
    place.missedHeartbeats = isAlive ? 0 : place.missedHeartbeats + 1;
    if (place.missedHeartbeats < MAX_MISSED_HEARTBEATS) return;
    log.error({ worker: place.number }, "a worker hangs and is killed");
    child.process.kill("SIGKILL");
  }
  const heartbeats = setInterval(() => void places.map(heartbeat), heartbeatIntervalMs);

  function endOne({ child, ask, isListening }: Place) {
    // A worker that is starting has accepted nothing.
    if (!isListening) child?.process.kill("SIGKILL");
    ask?.("stop").catch(() => {});
    // Closes the primary's own handle of the port: it is closed for all once the last worker has closed it.
    child?.disconnect();
  }

  function end() {
    if (isEnding) return;
    isEnding = true;
    clearInterval(heartbeats);
    for (const place of places) {
      clearTimeout(place.restart);
      endOne(place);
    }
  }

  start(first);
  return {
    serving,
    end,
    async readMetrics() {
      const [reader, ...others] = places.filter(({ servesSince }) => servesSince !== undefined);
      const texts = [reader, ...others].map(async (place) =>
        Texts.parse(await place?.ask?.("metrics", place === reader, METRICS_TIMEOUT_MS)),
      );
      return (await Promise.allSettled(texts)).flatMap((text) =>
        text.status === "fulfilled" ? text.value : [],
      );
    },
    async stop() {
      end();
      const left = places.flatMap(({ child }) => child ?? []);
      const kill = setTimeout(() => {
        for (const { process } of left) process.kill("SIGKILL");
      }, KILL_AFTER_MS);
      await Promise.all(left.map((child) => child.isDead() || once(child, "exit")));
      clearTimeout(kill);
    },
  };
}
