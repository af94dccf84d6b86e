import { performance } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { worker } from "./worker";

/** A pool of database connections. */
export interface Pool {
  options: { connection: { application_name?: string } };
  pool(): { idle: number; busy: number; connecting: number; waiting: number };
}

const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];
const ATTEMPT_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const WAIT_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 3];
const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Tells the metrics of one worker from those of others; a process without others has none. */
export const labelsOfProcess: Record<string, string> = worker ? { worker: String(worker.number) } : {};

/** Metrics of the thread that answers callers. */
function ofCallers() {
  const registry = new Registry();
  const registers = [registry];
  registry.setDefaultLabels(labelsOfProcess);
  return {
    registry,
    requests: new Histogram({
      name: "assay_http_request_duration_seconds",
      help: "Time from receiving a request to the end of its answer, by template of its path.",
      labelNames: ["endpoint", "method", "status"],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    refusals: new Counter({
      name: "assay_refusals_total",
      help: "Calls that a rate limit refused (429).",
      labelNames: ["limit"],
      registers,
    }),
    shareWaits: new Histogram({
      name: "assay_database_share_wait_seconds",
      help: "Time that work waited for a connection of its share; work that found one free is not counted.",
      buckets: WAIT_SECONDS,
      registers,
    }),
  };
}

/** Metrics of one thread. Its name is a label, so that those of all threads can be joined. */
function ofThread(thread: string) {
  const registry = new Registry();
  const registers = [registry];
  const pools = new Set<Pool>();
  registry.setDefaultLabels({ thread, ...labelsOfProcess });
  new Counter({
    name: "assay_event_loop_active_seconds_total",
    help: "Time in which the event loop was at work; its rate is the load of the thread, from 0 to 1.",
    registers,
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1000);
    },
  });
  new Gauge({
    name: "assay_database_connections",
    help: "Database connections of a pool, by state.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      this.reset();
      for (const { options, pool } of pools) {
        const { waiting: _, ...states } = pool();
        for (const [state, count] of Object.entries(states))
          this.inc({ pool: options.connection.application_name ?? "", state }, count);
      }
    },
  });
  new Gauge({
    name: "assay_database_waiting_queries",
    help: "Queries that wait for a connection of a pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      this.reset();
      for (const { options, pool } of pools)
        this.inc({ pool: options.connection.application_name ?? "" }, pool().waiting);
    },
  });
  return {
    registry,
    pools,
    batchSizes: new Histogram({
      name: "assay_batch_size",
      help: "Calls that shared one statement.",
      labelNames: ["batch"],
      buckets: BATCH_SIZES,
      registers,
    }),
    attempts: new Histogram({
      name: "assay_delivery_attempt_duration_seconds",
      help: "Attempts of deliveries until the receiver's answer, by outcome.",
      labelNames: ["outcome"],
      buckets: ATTEMPT_SECONDS,
      registers,
    }),
  };
}

/** `others`: the newest texts of other threads' metrics. */
const openMetrics = (thread: string) => ({
  callers: ofCallers(),
  thread: ofThread(thread),
  others: new Map<string, string>(),
});

declare global {
  var assayMetrics: ReturnType<typeof openMetrics> | undefined;
}

/** The metrics of this thread. On `globalThis`, since Next and the HTTP front are separate bundles. */
export function metrics(): ReturnType<typeof openMetrics> {
  globalThis.assayMetrics ??= openMetrics("callers");
  return globalThis.assayMetrics;
}

/** Names this thread in its metrics; for threads other than the one that answers callers. */
export function nameThread(thread: string): void {
  globalThis.assayMetrics = openMetrics(thread);
}

/** Includes pools in the metrics until the returned function is called. */
export function measurePools(pools: readonly Pool[]): () => void {
  const measured = metrics().thread.pools;
  for (const pool of pools) measured.add(pool);
  return () => {
    for (const pool of pools) measured.delete(pool);
  };
}
