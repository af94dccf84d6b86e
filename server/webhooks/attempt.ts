import type { Sql } from "postgres";
import type { Db } from "@/db/client";
import { isOutage } from "@/server/loops/fault";
import { log } from "@/server/platform/log";
import type { Answered, OutboundHttp } from "@/server/platform/outbound-http";
import { type ClaimedDelivery, LEASE_SECONDS } from "./claim";
import { dropQueueOf, giveBack, holdSuspended, holdUnreadable } from "./give-back";
import { bytesOf, headersOf, type Message } from "./message";
import { messageReader } from "./read-message";
import type { TryResult } from "./record-tries";
import { retryDelayMs } from "./schedule";
import { postpone } from "./set-aside";
import { canSign } from "./sign";
import type { Windows } from "./windows";

const ATTEMPT_TIMEOUT_MS = 15_000;
/** An attempt has to end, and to be recorded, within the lease that it is made under. */
const MAX_WAIT_MS = LEASE_SECONDS * 1000 - ATTEMPT_TIMEOUT_MS - 5_000;

/** The outcome of sending: an answer, or why there is none. */
interface Sent {
  body: string | null;
  latencyMs: number;
  answered?: Answered;
  failure: string | null;
}

/** Calls the receiver. A message that cannot be sent counts as a failure, which the hook's owner sees. */
async function send(http: OutboundHttp, message: Message, at: Date): Promise<Sent> {
  let body: string | null = null;
  try {
    body = bytesOf(message);
    const headers = headersOf(message, body, at);
    const outcome = await http.post({ url: message.url, body, timeoutMs: ATTEMPT_TIMEOUT_MS, headers });
    return outcome.kind === "answered"
      ? { body, latencyMs: outcome.latencyMs, answered: outcome, failure: null }
      : { body, latencyMs: outcome.latencyMs, failure: `${outcome.reason}: ${outcome.message}` };
  } catch (err) {
    log.error({ err, delivery: message.id }, "a delivery could not be sent");
    return { body, latencyMs: 0, failure: "unsendable: the service could not write or sign it" };
  }
}

/** Sends a delivery; its result says whether and when the next attempt is due. */
async function sendDelivery(
  http: OutboundHttp,
  { id, lease, triesMade }: ClaimedDelivery,
  message: Message,
): Promise<TryResult> {
  const startedAt = new Date();
  const { answered, failure, latencyMs, body } = await send(http, message, startedAt);
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

interface Needs {
  client: Sql;
  db: Db;
  http: OutboundHttp;
  windows: Windows;
  /** Whether attempts may still start. */
  mayStart(): boolean;
}

/**
 * Makes attempts: returns the result of one, or nothing where the delivery is not sent after all and was given back, held
 * or set aside.
 */
export function openAttempts({ client, db, http, windows, mayStart }: Needs) {
  const read = messageReader(client);

  return async function attempt(delivery: ClaimedDelivery): Promise<TryResult | undefined> {
    let release = (): Promise<unknown> => giveBack(client, delivery);
    try {
      const result = await windows.run(delivery, async () => {
        if (!mayStart() || performance.now() - delivery.claimedAt > MAX_WAIT_MS) return undefined;
        const message = await read(delivery);
        if (message?.isStopped) release = () => dropQueueOf(client, delivery.hookId);
        else if (message?.isSuspended) release = () => holdSuspended(client, delivery);
        // A missing key is no failure of the receiver.
        else if (message && !canSign(message)) release = () => holdUnreadable(client, delivery);
        else if (message) return sendDelivery(http, delivery, message);
        return undefined;
      });
      if (!result) await release();
      return result;
    } catch (err) {
      // Its lease runs out, and it is due again: at once, or set aside where it is to blame itself.
      log.error({ err, delivery: delivery.id }, "a delivery could not be tried");
      if (!isOutage(err)) await postpone(db, delivery, err).catch(() => {});
      return undefined;
    }
  };
}
