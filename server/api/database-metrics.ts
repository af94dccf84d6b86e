import { performance } from "node:perf_hooks";
import { Gauge, Registry } from "prom-client";
import type { Db } from "@/db/client";
import { within } from "@/server/core/within";
import { type Backlog, readBacklog } from "@/server/domain/system/backlog";
import { type LoopState, readLoops } from "@/server/loops/read";

const READ_INTERVAL_MS = 5_000;
/** A scrape waits no longer for the database. */
const READ_TIMEOUT_MS = 500;

interface Reading {
  readAt: number;
  backlog: Backlog;
  loops: LoopState[];
}

/** Reads at most once in 5 s, and one reading at a time: a silent database holds one connection, not one a scrape. */
function openReadings(db: Db): () => Promise<Reading> {
  let newest: Reading | undefined;
  let pending: Promise<Reading> | undefined;
  const read = async () => {
    const [backlog, loops] = await Promise.all([readBacklog(db), readLoops(db)]);
    newest = { readAt: performance.now(), backlog, loops };
    return newest;
  };
  return async () => {
    if (newest && performance.now() - newest.readAt < READ_INTERVAL_MS) return newest;
    pending ??= read().finally(() => {
      pending = undefined;
    });
    return within(READ_TIMEOUT_MS, pending, "No answer from the database");
  };
}

/** Metrics that are read from the database: equal in all processes that share it. */
export function openDatabaseMetrics(db: Db) {
  const registry = new Registry();
  const readings = openReadings(db);
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `assay_${name}`, help, labelNames, registers: [registry] });

  const up = gauge(
    "database_up",
    "Whether the database answered within 0.5 s; without it, its other metrics are absent.",
  );
  const serverConnections = gauge(
    "database_server_connections",
    "Connections of all clients to the database server.",
  );
  const maxConnections = gauge(
    "database_server_max_connections",
    "The setting max_connections of the database server.",
  );
  const bytes = gauge("database_size_bytes", "Size of the database.");
  const pendingEvents = gauge("pending_events", "Events without deliveries; 10,000 at most are counted.");
  const deliveries = gauge("deliveries", "Deliveries in the queue; 10,000 at most are counted.", "state");
  const uncounted = gauge(
    "uncounted_scans",
    "Scans that are not in the roll-ups; 10,000 at most are counted.",
  );
  const unassessed = gauge("unassessed_scans", "Scans without an assessment; 10,000 at most are counted.");
  const jobs = gauge(
    "jobs",
    "Jobs with work left: those whose batch is being done, and those that wait.",
    "state",
  );
  const endedJobs = gauge("jobs_ended_last_hour", "Jobs that ended within an hour, by outcome.", "state");
  const lastBackup = gauge(
    "last_backup_timestamp_seconds",
    "Time of the newest recorded backup; 0 where there is none.",
  );
  const lag = gauge(
    "loop_lag_seconds",
    "Age of the oldest work of a background loop, or the delay of its next pass.",
    "loop",
  );
  const late = gauge("loop_late", "Whether a background loop is late.", "loop");
  const failing = gauge(
    "loop_failing_seconds",
    "Time since a background loop fails; 0 while it works.",
    "loop",
  );
  const setAside = gauge("loop_set_aside", "Pieces of a background loop that fail alone.", "loop");

  function show({ backlog, loops }: Reading) {
    serverConnections.set(backlog.connections);
    maxConnections.set(backlog.maxConnections);
    bytes.set(backlog.databaseBytes);
    pendingEvents.set(backlog.pendingEvents);
    deliveries.set({ state: "queued" }, backlog.queuedDeliveries);
    deliveries.set({ state: "due" }, backlog.dueDeliveries);
    uncounted.set(backlog.uncountedScans);
    unassessed.set(backlog.unassessedScans);
    jobs.set({ state: "running" }, backlog.runningJobs);
    jobs.set({ state: "waiting" }, backlog.waitingJobs);
    endedJobs.set({ state: "done" }, backlog.doneJobs);
    endedJobs.set({ state: "failed" }, backlog.failedJobs);
    endedJobs.set({ state: "cancelled" }, backlog.cancelledJobs);
    lastBackup.set(backlog.lastBackupSeconds);
    for (const { loop, lagMs, isLate, failingSince, setAside: pieces } of loops) {
      lag.set({ loop }, lagMs / 1000);
      late.set({ loop }, isLate ? 1 : 0);
      failing.set({ loop }, failingSince ? Math.max(1, (Date.now() - failingSince.getTime()) / 1000) : 0);
      setAside.set({ loop }, pieces);
    }
  }

  /** The text of these metrics. Answers within 0.5 s, and without them while the database is away. */
  return async function databaseText(): Promise<string> {
    const reading = await readings().catch(() => undefined);
    up.set(reading ? 1 : 0);
    if (reading) show(reading);
    return reading ? registry.metrics() : `${await registry.getSingleMetricAsString("assay_database_up")}\n`;
  };
}
