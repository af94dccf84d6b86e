import { setTimeout as delay } from "node:timers/promises";
import type { DatabaseAddress } from "@/db/address";
import type { Database } from "@/db/client";
import { NO_REPORT } from "@/server/loops/report";
import { IDLE_INTERVAL_MS } from "@/server/platform/activity";
import { log } from "@/server/platform/log";
import { measurePools } from "@/server/platform/metrics";
import type { OutboundHttp } from "@/server/platform/outbound-http";
import { openAttempts } from "./attempt";
import { openConcurrency } from "./concurrency";
import { connectDeliveries, connectListener } from "./connect";
import { openFeeder, POLL_INTERVAL_MS } from "./feeder";
import { FULL_PACE } from "./pace";
import { openRecorder } from "./recorder";
import { postpone } from "./set-aside";

/** Slots that become free within this time are filled together. */
const GATHER_MS = 2;

/** Calls the receivers of webhooks, in one process. */
export interface Deliverer {
  /**
   * Delivers what is due or becomes due, for at most `forMs`; ends earlier when nothing is left. Returns after the attempts
   * in flight are recorded, at most 15 s later, unless another drain continues.
   */
  drain(forMs: number): Promise<void>;
  /** Delivers everything that becomes due, until `close`. */
  start(): void;
  /** Starts no further attempt. Returns after the attempts in flight have ended. */
  close(): Promise<void>;
}

/** Wakes a waiting loop. A wake-up between two waits is not lost. */
function openBell() {
  let ring = () => {};
  let rung = Promise.resolve();
  const renew = () => {
    rung = new Promise<void>((resolve) => {
      ring = resolve;
    });
  };
  renew();
  return {
    ring: () => ring(),
    renew,
    /** Whether it rang. */
    wait: (ms: number) => Promise.race([rung.then(() => true), delay(ms, false)]),
  };
}

/** Opens the deliverer of a process. It has its own connections, so that deliveries and callers never wait for each other. */
export function openDeliverer(
  database: DatabaseAddress & Pick<Database, "db">,
  http: OutboundHttp,
  pace = FULL_PACE,
  report = NO_REPORT,
  isAwake = () => true,
): Deliverer {
  const { db } = database;
  const client = connectDeliveries(database);
  const listener = connectListener(database);
  const forgetPool = measurePools([client]);
  const bell = openBell();
  const concurrency = openConcurrency(bell.ring);
  const recorder = openRecorder(client, ({ deliveryId, lease }, reason) =>
    postpone(db, { id: deliveryId, lease }, reason),
  );
  const feeder = openFeeder({ client, db, pace, report });
  const attempt = openAttempts({ client, db, http, concurrency, mayStart: () => !isClosed && users > 0 });

  let isClosed = false;
  /** Users of the loop: each drain until its end, and `start` for good. The loop runs while there are any. */
  let users = 0;
  let loop: Promise<void> | undefined;
  const inFlight = new Set<Promise<void>>();
  /** Drains that wait until a round finds nothing: `patient` began before the current round, `newcomers` during it. */
  const patient: (() => void)[] = [];
  const newcomers: (() => void)[] = [];

  function deliver(delivery: Parameters<typeof attempt>[0]): void {
    // No closure keeps the message, so that its memory is free while the result waits to be recorded.
    const work = attempt(delivery).then((result) => result && recorder.record(result));
    inFlight.add(work);
    void work.finally(() => {
      inFlight.delete(work);
      if (inFlight.size === 0) bell.ring();
    });
  }

  /** Starts the due deliveries. Returns undefined if that failed or no slot is free. */
  async function round() {
    try {
      const feed = await feeder.feed(concurrency.slots(), inFlight.size);
      for (const delivery of feed?.claimed ?? []) if (!recorder.takesOver(delivery)) deliver(delivery);
      report.succeeded("delivering", POLL_INTERVAL_MS);
      return feed;
    } catch (err) {
      report.failed("delivering", POLL_INTERVAL_MS, err);
      return undefined;
    }
  }

  async function run() {
    while (users > 0 && !isClosed) {
      patient.push(...newcomers.splice(0));
      bell.renew();
      // Attempts that end during the round may have taken the slots of deliveries that are still due.
      const wasIdle = inFlight.size === 0;
      const feed = await round();
      if (feed?.isMore) continue;
      if (feed?.wasNothing && wasIdle) for (const leave of patient.splice(0)) leave();
      if (newcomers.length > 0) continue;
      const idleUntil = performance.now() + (feed?.wasNothing && wasIdle ? IDLE_INTERVAL_MS : 0);
      while (!(await bell.wait(POLL_INTERVAL_MS)) && performance.now() < idleUntil && !isAwake());
      await delay(GATHER_MS);
    }
    loop = undefined;
    for (const leave of [...patient.splice(0), ...newcomers.splice(0)]) leave();
  }

  function enter() {
    users++;
    feeder.announce();
    loop ??= run();
    bell.ring();
  }

  async function settle() {
    bell.ring();
    await loop;
    while (inFlight.size > 0) await Promise.all(inFlight);
  }

  return {
    async drain(forMs) {
      if (isClosed) return;
      const nothingLeft = new Promise<void>((resolve) => newcomers.push(resolve));
      enter();
      await Promise.race([nothingLeft, delay(forMs, undefined, { ref: false })]);
      users--;
      // A host may freeze the process after this, and unrecorded results would be lost.
      if (users === 0) await settle();
    },
    start() {
      enter();
      void listener
        .listen("deliveries", () => {
          feeder.announce();
          bell.ring();
        })
        .catch((err: unknown) => log.warn({ err }, "cannot listen for deliveries; polling only"));
    },
    async close() {
      isClosed = true;
      recorder.close();
      await settle();
      forgetPool();
      await Promise.all([client, listener].map((opened) => opened.end({ timeout: 1 })));
    },
  };
}
