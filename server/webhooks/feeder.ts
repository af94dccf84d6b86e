import type { Sql } from "postgres";
import type { Db } from "@/db/client";
import { isOutage } from "@/server/loops/fault";
import type { LoopReport } from "@/server/loops/report";
import { type ClaimedDelivery, MAX_CLAIM_BATCH_SIZE, openClaims } from "./claim";
import type { Pace } from "./pace";
import { openQueueing } from "./queue-events";
import { postponeUnreadable, queueInHalves, retryAside } from "./set-aside";
import type { Places } from "./windows";

/** Notifications may be lost with their connection, and retries become due by themselves. */
export const POLL_INTERVAL_MS = 500;
const RETRY_INTERVAL_MS = 30_000;

/** Deliveries that were claimed, and whether there may be more at once. */
export interface Feed {
  claimed: ClaimedDelivery[];
  isMore: boolean;
  wasNothing: boolean;
}

/** Finds the deliveries to send. */
export interface Feeder {
  /** Events may have been announced: the next feed queues their deliveries. */
  announce(): void;
  /**
   * Queues deliveries of announced events and claims those that are due, as many as there are places for; nothing where
   * there are no places now. While deliveries are in flight, events are queued where they were announced, and now and then.
   * @throws what the database throws; deliveries that cannot be read alone are set aside.
   */
  feed(places: Places, inFlight: number): Promise<Feed | undefined>;
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

  /** Queues the deliveries of about so many events. Returns of how many; nothing where it failed. */
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

  /** Claims; where a row among them cannot be read, without that one. */
  async function claimReadable(places: Places): Promise<ClaimedDelivery[]> {
    try {
      return await claim(places);
    } catch (err) {
      if (isOutage(err) || (await postponeUnreadable({ client, db })) === 0) throw err;
      return claim(places);
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
    async feed(places, inFlight) {
      await retrySetAside();
      const most = Math.min(places.most, MAX_CLAIM_BATCH_SIZE, pace.mayStart());
      if (most <= 0) return undefined;
      const queued = await queueAnnounced(most, inFlight);
      const claimed = await claimReadable({ ...places, most });
      pace.hasStarted();
      return {
        claimed,
        isMore: (queued ?? 0) > 0 || claimed.length === most,
        wasNothing: queued === 0 && claimed.length === 0,
      };
    },
  };
}
