import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/client";
import { isOutage } from "@/server/loops/fault";
import { NO_REPORT } from "@/server/loops/report";
import { log } from "@/server/platform/log";
import type { Answered, OutboundHttp } from "@/server/platform/outbound-http";
import { type ClaimedDelivery, LEASE_SECONDS, MAX_CLAIM_BATCH_SIZE, openClaims } from "./claim";
import { connectDeliveries } from "./connect";
import { dropQueueOf, giveBack, holdSuspended, holdUnreadable } from "./give-back";
import { bytesOf, headersOf, type Message, messageReader } from "./message";
import { FULL_PACE } from "./pace";
import { openQueueing } from "./queue-events";
import type { TryResult } from "./record-tries";
import { openRecorder } from "./recorder";
import { retryDelayMs } from "./schedule";
import { postpone, postponeUnreadable, queueInHalves, retryAside } from "./set-aside";
import { canSign } from "./sign";
import { openWindows, type Places } from "./windows";

const TRY_WITHIN_MS = 15_000;
/** A try has to end, and to be recorded, within the lease that it is made under. */
const WAITED_AT_MOST_MS = LEASE_SECONDS * 1000 - TRY_WITHIN_MS - 5_000;
/** Whoever wakes us may be missed (a connection that was cut off), and retries become due by themselves. */
const LOOK_EVERY_MS = 500;
const RETRY_INTERVAL_MS = 30_000;
/** Places that become free together are filled together. */
const GATHER_MS = 2;

/** What came of sending: an answer, or why there is none. */
interface Sent {
  body: string | null;
  latencyMs: number;
  answered?: Answered;
  failure: string | null;
}

/** What calls the receivers of hooks, in one process. */
export interface Deliverer {
  /**
   * Delivers what is due, and what becomes due meanwhile, for at most so long; ends earlier when nothing is left. Where
   * nobody else wants it to go on, it returns once the tries under way have ended and are recorded, 15 s later at most.
   */
  drain(forMs: number): Promise<void>;
  /** Delivers whatever becomes due, from now on. */
  start(): void;
  /** Starts no other try, and returns once those under way have ended. */
  close(): Promise<void>;
}

/** Opens the deliverer of a process, with connections of its own: its work and that of callers never wait for each other. */
export function openDeliverer(
  { url, db }: Pick<Database, "url" | "db">,
  http: OutboundHttp,
  pace = FULL_PACE,
  report = NO_REPORT,
): Deliverer {
  const client = connectDeliveries(url);
  const queueEvents = openQueueing(client);
  const claim = openClaims(client);
  const read = messageReader(client);
  const recorder = openRecorder(client);

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

  /** Calls the receiver. What can't even be sent is a failure that the hook's owner is told of, as others are. */
  async function send(message: Message, at: Date): Promise<Sent> {
    let body: string | null = null;
    try {
      body = bytesOf(message);
      const headers = headersOf(message, body, at);
      const outcome = await http.post({ url: message.url, body, timeoutMs: TRY_WITHIN_MS, headers });
      return outcome.kind === "answered"
        ? { body, latencyMs: outcome.latencyMs, answered: outcome, failure: null }
        : { body, latencyMs: outcome.latencyMs, failure: `${outcome.reason}: ${outcome.message}` };
    } catch (err) {
      log.error({ err, delivery: message.id }, "a delivery could not be sent");
      return { body, latencyMs: 0, failure: "unsendable: the service could not write or sign it" };
    }
  }

  async function tryDelivery(
    { id, lease, triesMade }: ClaimedDelivery,
    message: Message,
  ): Promise<TryResult> {
    const startedAt = new Date();
    const { answered, failure, latencyMs, body } = await send(message, startedAt);
    const isSuccess = answered !== undefined && answered.status < 400;
    const nextInMs = isSuccess
      ? null
      : retryDelayMs(triesMade + 1, {
          endedAt: new Date(),
          retryAfter: answered?.retryAfter,
          random: Math.random(),
        });
    return {
      deliveryId: id,
      hookId: message.hookId,
      lease,
      startedAt,
      latencyMs: Math.round(latencyMs),
      status: answered?.status ?? null,
      failure,
      answer: answered?.answerHead ?? null,
      isSuccess,
      triesMade,
      nextInMs,
      body: isSuccess ? null : body,
    };
  }

  /** What came of a try; nothing of one that is not made after all. */
  async function attempt(delivery: ClaimedDelivery): Promise<TryResult | undefined> {
    let putAway = (): Promise<unknown> => giveBack(client, delivery);
    try {
      const result = await windows.run(delivery, async () => {
        const isLate = performance.now() - delivery.claimedAt > WAITED_AT_MOST_MS;
        if (isClosed || wanted === 0 || isLate) return undefined;
        const message = await read(delivery);
        if (message?.isStopped) putAway = () => dropQueueOf(client, delivery.hookId);
        else if (message?.isSuspended) putAway = () => holdSuspended(client, delivery);
        // That a key is missing here is no failure of the receiver.
        else if (message && !canSign(message)) putAway = () => holdUnreadable(client, delivery);
        else if (message) return tryDelivery(delivery, message);
        return undefined;
      });
      if (!result) await putAway();
      return result;
    } catch (err) {
      // Its lease runs out, and it is tried again: at once, or now and then where it is to blame itself.
      log.error({ err, delivery: delivery.id }, "a delivery could not be tried");
      if (!isOutage(err)) await postpone(db, delivery.id, err).catch(() => {});
      return undefined;
    }
  }

  const record = (result: TryResult | undefined) => result && recorder.record(result);
  // What is recorded needs nothing of its message any more, which may be collected meanwhile.
  const deliver = (delivery: ClaimedDelivery): Promise<void> => attempt(delivery).then(record);

  /** Whether there may be events without deliveries. */
  let isAnnounced = true;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * Queues the deliveries of what was announced, about so many. Returns of how many events; nothing where it failed. While
   * something is under way, it looks where it was told of any, and now and then.
   */
  async function queueAnnounced(most: number): Promise<number | undefined> {
    const isOver = performance.now() - lookedAt >= LOOK_EVERY_MS;
    if (underWay.size > 0 && !isAnnounced && !isOver) return 0;
    isAnnounced = false;
    lookedAt = performance.now();
    try {
      const queued = await queueEvents(most);
      isAnnounced ||= queued > 0;
      report.succeeded("queueing", LOOK_EVERY_MS);
      return queued;
    } catch (err) {
      isAnnounced = true;
      report.failed("queueing", LOOK_EVERY_MS, err);
      return isOutage(err) ? undefined : queueInHalves({ client, db }).catch(() => undefined);
    }
  }

  /** Claims; where a row among them can't be read, without that one. */
  async function claimReadable(places: Places): Promise<ClaimedDelivery[]> {
    try {
      return await claim(places);
    } catch (err) {
      if (isOutage(err) || (await postponeUnreadable({ client, db })) === 0) throw err;
      return claim(places);
    }
  }

  let retriedAt = Number.NEGATIVE_INFINITY;

  /** Now and then, retries what was set aside. */
  async function retryNowAndThen() {
    if (performance.now() - retriedAt < RETRY_INTERVAL_MS) return;
    retriedAt = performance.now();
    await retryAside({ client, db });
  }

  /**
   * Queues, claims and starts what there are places for; whether there may be more at once, and whether nothing was left.
   * Nothing where there are no places now.
   */
  async function fill(): Promise<{ isMore: boolean; wasNothing: boolean } | undefined> {
    const places = windows.places();
    const most = Math.min(places.most, MAX_CLAIM_BATCH_SIZE, pace.mayStart());
    if (most <= 0) return undefined;
    const queued = await queueAnnounced(most);
    const claimed = await claimReadable({ ...places, most });
    pace.hasStarted();
    for (const delivery of claimed) if (!recorder.takesOver(delivery)) track(deliver(delivery));
    return {
      isMore: (queued ?? 0) > 0 || claimed.length === most,
      wasNothing: queued === 0 && claimed.length === 0,
    };
  }

  async function keepDelivering() {
    while (wanted > 0 && !isClosed) {
      patient.push(...newcomers.splice(0));
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      // What ends during the look may have kept places from what is still due.
      const wasIdle = underWay.size === 0;
      const started = await retryNowAndThen()
        .then(fill)
        .then(
          (filled) => {
            report.succeeded("delivering", LOOK_EVERY_MS);
            return filled;
          },
          (err: unknown) => {
            report.failed("delivering", LOOK_EVERY_MS, err);
            return undefined;
          },
        );
      if (started?.isMore) continue;
      if (started?.wasNothing && wasIdle) for (const leave of patient.splice(0)) leave();
      if (newcomers.length > 0) continue;
      await Promise.race([woken, delay(LOOK_EVERY_MS)]);
      await delay(GATHER_MS);
    }
    loop = undefined;
    for (const leave of [...patient.splice(0), ...newcomers.splice(0)]) leave();
  }

  function goOn() {
    wanted++;
    isAnnounced = true;
    loop ??= keepDelivering();
    wakeUp();
  }

  async function settle() {
    wakeUp();
    await loop;
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    async drain(forMs) {
      if (isClosed) return;
      const nothingLeft = new Promise<void>((resolve) => newcomers.push(resolve));
      goOn();
      await Promise.race([nothingLeft, delay(forMs, undefined, { ref: false })]);
      wanted--;
      // A host may freeze the process after this, and then what came of a call would be lost.
      if (wanted === 0) await settle();
    },
    start() {
      goOn();
      void client
        .listen("deliveries", () => {
          isAnnounced = true;
          wakeUp();
        })
        .catch((err: unknown) => log.warn({ err }, "no wake-ups"));
    },
    async close() {
      isClosed = true;
      recorder.close();
      await settle();
      await client.end({ timeout: 1 });
    },
  };
}
