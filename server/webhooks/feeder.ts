import type { Sql } from "postgres";
import type { Db } from "@/db/client";
import { isOutage } from "@/server/loops/fault";
import type { LoopReport } from "@/server/loops/report";
import { type ClaimedDelivery, MAX_CLAIM_BATCH_SIZE, openClaims } from "./claim";
import type { Slots } from "./concurrency";
import type { Pace } from "./pace";
import { openQueueing } from "./queue-events";
import { postponeUnreadable, queueInHalves, retryAside } from "./set-aside";

/** Polling covers notifications that a lost connection drops, and retries, which no notification announces. */
export const POLL_INTERVAL_MS = 500;
const RETRY_INTERVAL_MS = 30_000;

/** Claimed deliveries, and whether more may be due now. */
export interface Feed {
  claimed: ClaimedDelivery[];
  isMore: boolean;
  wasNothing: boolean;
}

/** Finds the deliveries to send. */
export interface Feeder {
  /** Signals new events: the next feed queues their deliveries. */
  announce(): void;
  /**
   * Queues the deliveries of new events and claims due deliveries, up to the free slots. Returns undefined if no slot is
   * free. While deliveries are in flight, events are queued after an announcement and once per poll interval.
   * Sets single unreadable deliveries aside.
   * @throws any other error of the database
   */
  feed(slots: Slots, inFlight: number): Promise<Feed | undefined>;
}

interface Needs {
  client: Sql;
  db: Db;
  pace: Pace;
  report: LoopReport;
}

export function openFeeder({ client, db, pace, report }: Needs): Feeder {
  const queueEvents = openQueueing(client);
  const claim = openClaims(client);
  let isAnnounced = true;
  let queuedAt = Number.NEGATIVE_INFINITY;
  let retriedAt = Number.NEGATIVE_INFINITY;

  /** Queues about `most` deliveries of new events. Returns the number of events; undefined after a failure. */
  async function queueAnnounced(most: number, inFlight: number): Promise<number | undefined> {
    const isDue = performance.now() - queuedAt >= POLL_INTERVAL_MS;
    if (inFlight > 0 && !isAnnounced && !isDue) return 0;
    isAnnounced = false;
    queuedAt = performance.now();
    try {
      const queued = await queueEvents(most);
      isAnnounced ||= queued > 0;
      report.succeeded("queueing", POLL_INTERVAL_MS);
      return queued;
    } catch (err) {
      isAnnounced = true;
      report.failed("queueing", POLL_INTERVAL_MS, err);
      return isOutage(err) ? undefined : queueInHalves({ client, db }).catch(() => undefined);
    }
  }

  /** Claims deliveries. Sets unreadable ones aside first if the claim fails on them. */
  async function claimReadable(slots: Slots): Promise<ClaimedDelivery[]> {
    try {
      return await claim(slots);
    } catch (err) {
      if (isOutage(err) || (await postponeUnreadable({ client, db })) === 0) throw err;
      return claim(slots);
    }
  }

  async function retrySetAside(): Promise<void> {
    if (performance.now() - retriedAt < RETRY_INTERVAL_MS) return;
    retriedAt = performance.now();
    await retryAside({ client, db });
  }

  return {
    announce() {
      isAnnounced = true;
    },
    async feed(slots, inFlight) {
      await retrySetAside();
      const most = Math.min(slots.most, MAX_CLAIM_BATCH_SIZE, pace.mayStart());
      if (most <= 0) return undefined;
      const queued = await queueAnnounced(most, inFlight);
      const claimed = await claimReadable({ ...slots, most });
      pace.hasStarted();
      return {
        claimed,
        isMore: (queued ?? 0) > 0 || claimed.length === most,
        wasNothing: queued === 0 && claimed.length === 0,
      };
    },
  };
}
