import { setTimeout as delay } from "node:timers/promises";
import { makePgArray } from "drizzle-orm/pg-core";
import postgres from "postgres";
import type { Database } from "@/db/client";
import { isRefusal, shareStatement } from "@/server/domain/shared/share-statement";
import { INTERFACE_VERSION } from "@/server/platform/build-info";
import { log } from "@/server/platform/log";
import type { Answered, OutboundHttp } from "@/server/platform/outbound-http";
import { bodyOf } from "./body";
import { type ClaimedDelivery, openClaims } from "./claim";
import { recordTries, type TryResult } from "./record-tries";
import { nextTryAt } from "./schedule";
import { signedHeaders } from "./sign";
import { openWindows } from "./windows";

const TRY_WITHIN_MS = 15_000;
const MOST_AT_ONCE = 200;
const WAITED_AT_MOST_MS = 40_000;
/** Whoever wakes us may be missed (a connection that was cut off), and retries become due by themselves. */
const LOOK_EVERY_MS = 500;
/** Places that become free together are filled together. */
const GATHER_MS = 2;
const RECORD_AGAIN_AFTER_MS = 100;
const RECORD_FOR_MS = 30_000;

/** What came of sending: an answer, or why there is none. */
interface Sent {
  latencyMs: number;
  answered?: Answered;
  failure: string | null;
}

/** What calls the receivers of hooks, in one process. */
export interface Deliverer {
  /** Delivers what is due, and what becomes due meanwhile, for at most so long; ends earlier when nothing is left. */
  drain(forMs: number): Promise<void>;
  /** Delivers whatever becomes due, from now on. */
  start(): void;
  /** Starts no other try, and returns once those under way have ended. */
  close(): Promise<void>;
}

/** Opens the deliverer of a process, with connections of its own: its work and that of callers never wait for each other. */
export function openDeliverer(database: Database, http: OutboundHttp): Deliverer {
  const options = { idle_timeout: 0, max_lifetime: null, connect_timeout: 2, fetch_types: false } as const;
  const client = postgres(database.url, {
    ...options,
    max: 3,
    onnotice: () => {},
    backoff: () => 0.2,
    connection: { application_name: "assay-deliveries", statement_timeout: 10_000 },
  });
  const claim = openClaims(client);
  const record = shareStatement<TryResult, true>({
    run: async (results) => {
      await recordTries(client, results);
      return results.map(() => true);
    },
    atOnce: 1,
    most: MOST_AT_ONCE,
    oneIsToBlame: isRefusal,
  });

  let isClosed = false;
  /** For how many the loop goes on: each drain, and `start` for good. */
  let wanted = 0;
  let loop: Promise<void> | undefined;
  let wakeUp = () => {};
  const windows = openWindows(() => wakeUp());
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => {
      underWay.delete(work);
      if (underWay.size === 0) wakeUp();
    });
  };
  /** Who waits for a look that finds nothing left: those who came before the look that is under way, and after. */
  const patient: (() => void)[] = [];
  const newcomers: (() => void)[] = [];

  /** A result that can't be written is kept for a while: what was sent must not be sent again for that. */
  async function recordSurely(result: TryResult) {
    const deadline = Date.now() + RECORD_FOR_MS;
    for (;;) {
      try {
        await record(result);
        return;
      } catch (err) {
        if (Date.now() > deadline) {
          log.error({ err, delivery: result.deliveryId }, "a try could not be recorded");
          return;
        }
        await delay(RECORD_AGAIN_AFTER_MS);
      }
    }
  }

  /** Calls the receiver. What can't even be sent is a failure that the hook's owner is told of, as others are. */
  async function send(delivery: ClaimedDelivery, body: string, at: Date): Promise<Sent> {
    try {
      const headers = {
        "content-type": "application/json",
        "user-agent": `Assay/${INTERFACE_VERSION}`,
        ...signedHeaders(delivery, { id: delivery.id, body, at }),
      };
      const outcome = await http.post({ url: delivery.url, body, timeoutMs: TRY_WITHIN_MS, headers });
      return outcome.kind === "answered"
        ? { latencyMs: outcome.latencyMs, answered: outcome, failure: null }
        : { latencyMs: outcome.latencyMs, failure: `${outcome.reason}: ${outcome.message}` };
    } catch (err) {
      log.error({ err, delivery: delivery.id }, "a delivery could not be sent");
      return { latencyMs: 0, failure: "unsendable: the service could not sign or address it" };
    }
  }

  async function tryDelivery(delivery: ClaimedDelivery): Promise<TryResult> {
    // Of rows that this version can't read, another one may make the body: nothing is written down of them.
    const body = delivery.body ?? bodyOf(delivery);
    const startedAt = new Date();
    const { answered, failure, latencyMs } = await send(delivery, body, startedAt);
    const isSuccess = answered !== undefined && answered.status < 400;
    const nextAt = isSuccess
      ? null
      : nextTryAt(delivery.triesMade + 1, {
          endedAt: new Date(),
          retryAfter: answered?.retryAfter,
          random: Math.random(),
        });
    return {
      deliveryId: delivery.id,
      hookId: delivery.hookId,
      lease: delivery.lease,
      startedAt,
      latencyMs: Math.round(latencyMs),
      status: answered?.status ?? null,
      failure,
      answer: answered?.answerHead ?? null,
      isSuccess,
      nextAt,
      body: isSuccess ? null : body,
    };
  }

  /** Nothing is sent for hooks that were switched off or deleted since; the delivery remains, and can be replayed. */
  const drop = (deliveries: ClaimedDelivery[]) => client`
    delete from delivery_queue
    where delivery_id = any(${makePgArray(deliveries.map(({ id }) => id))}::uuid[])
      and lease = any(${makePgArray(deliveries.map(({ lease }) => lease))}::uuid[])`;

  /** Whoever delivers next may have it at once. */
  const giveBack = ({ id, lease }: ClaimedDelivery) => client`
    update delivery_queue set due_at = now(), lease = null where delivery_id = ${id} and lease = ${lease}`;

  async function deliver(delivery: ClaimedDelivery) {
    const claimedAt = performance.now();
    try {
      const result = await windows.run(delivery.hookId, async () => {
        // A try has to end within the lease that it is made under.
        const isLate = performance.now() - claimedAt > WAITED_AT_MOST_MS;
        return isClosed || isLate ? undefined : tryDelivery(delivery);
      });
      await (result ? recordSurely(result) : giveBack(delivery));
    } catch (err) {
      // Its lease runs out, and it is tried again.
      log.error({ err, delivery: delivery.id }, "a delivery could not be tried");
    }
  }

  /** Claims and starts what there are places for; how many those were, and whether there may be more at once. */
  async function fill(): Promise<{ claimed: number; isFull: boolean }> {
    const places = windows.places();
    const most = Math.min(places.most, MOST_AT_ONCE);
    if (most <= 0) return { claimed: 0, isFull: false };
    const claimed = await claim({ ...places, most });
    const stopped = claimed.filter((delivery) => delivery.isStopped);
    if (stopped.length > 0) await drop(stopped);
    for (const delivery of claimed) if (!delivery.isStopped) void track(deliver(delivery));
    return { claimed: claimed.length, isFull: claimed.length === most };
  }

  async function keepDelivering() {
    while (wanted > 0 && !isClosed) {
      patient.push(...newcomers.splice(0));
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      // What ends during the look may have kept places from what is still due.
      const wasIdle = underWay.size === 0;
      const started = await fill().catch((err: unknown) => {
        log.warn({ err }, "deliveries could not be claimed");
        return undefined;
      });
      if (started?.isFull) continue;
      if (started?.claimed === 0 && wasIdle) for (const leave of patient.splice(0)) leave();
      if (newcomers.length > 0) continue;
      await Promise.race([woken, delay(LOOK_EVERY_MS)]);
      await delay(GATHER_MS);
    }
    loop = undefined;
    for (const leave of [...patient.splice(0), ...newcomers.splice(0)]) leave();
  }

  function goOn() {
    wanted++;
    loop ??= keepDelivering();
    wakeUp();
  }

  return {
    async drain(forMs) {
      if (isClosed) return;
      const nothingLeft = new Promise<void>((resolve) => newcomers.push(resolve));
      goOn();
      await Promise.race([nothingLeft, delay(forMs, undefined, { ref: false })]);
      wanted--;
    },
    start() {
      goOn();
      void client
        .listen("deliveries", () => wakeUp())
        .catch((err: unknown) => log.warn({ err }, "no wake-ups"));
    },
    async close() {
      isClosed = true;
      wakeUp();
      await loop;
      await Promise.all(underWay);
      await client.end({ timeout: 1 });
    },
  };
}
