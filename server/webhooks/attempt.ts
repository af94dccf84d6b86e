import type { Sql } from "postgres";
import type { Db } from "@/db/client";
import { isOutage } from "@/server/loops/fault";
import { log } from "@/server/platform/log";
import { metrics } from "@/server/platform/metrics";
import type { Answered, OutboundHttp } from "@/server/platform/outbound-http";
import { beginSpan } from "@/server/platform/traces";
import { type ClaimedDelivery, LEASE_SECONDS } from "./claim";
import type { Concurrency } from "./concurrency";
import { dropQueueOf, giveBack, holdSuspended, holdUnreadable } from "./give-back";
import { bytesOf, headersOf, type Message } from "./message";
import { messageReader } from "./read-message";
import type { AttemptResult } from "./record-attempts";
import { retryDelayMs } from "./schedule";
import { postpone } from "./set-aside";
import { canSign } from "./sign";

const ATTEMPT_TIMEOUT_MS = 15_000;
/** An attempt must end and be recorded before its lease ends. */
const MAX_WAIT_MS = LEASE_SECONDS * 1000 - ATTEMPT_TIMEOUT_MS - 5_000;

/** The outcome of sending: an answer, or why there is none. */
interface Sent {
  body: string | null;
  latencyMs: number;
  answered?: Answered;
  failure: string | null;
}

/** Calls the receiver. A message that cannot be written or signed is a failed attempt, so that the webhook's owner sees it. */
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
    log.error({ err, delivery: message.id }, "cannot write or sign the message of a delivery");
    return { body, latencyMs: 0, failure: "unsendable: the service could not write or sign it" };
  }
}

/** Begins the span of an attempt whose event is part of a trace. `webhook-id` is the id of the delivery. */
function traceAttempt({ id, attemptsMade }: ClaimedDelivery, { traceparent, type, url }: Message) {
  if (traceparent === null) return undefined;
  const attributes = {
    "assay.webhook_id": id,
    "assay.attempt": attemptsMade + 1,
    "http.request.method": "POST",
    "server.address": URL.canParse(url) ? new URL(url).hostname : undefined,
  };
  return beginSpan(`deliver ${type}`, { kind: "client", parent: traceparent, attributes });
}

/** Sends a delivery. The result says whether and when the next attempt is due. */
async function sendDelivery(
  http: OutboundHttp,
  delivery: ClaimedDelivery,
  message: Message,
): Promise<AttemptResult> {
  const { id, lease, attemptsMade } = delivery;
  const startedAt = new Date();
  const span = traceAttempt(delivery, message);
  const { answered, failure, latencyMs, body } = await send(http, message, startedAt);
  const isSuccess = answered !== undefined && answered.status < 400;
  span?.end({
    attributes: { "http.response.status_code": answered?.status },
    failure: isSuccess ? undefined : String(answered?.status ?? failure?.split(":")[0]),
  });
  const outcome = isSuccess ? "success" : answered ? "refused" : "unanswered";
  metrics().thread.attempts.observe({ outcome }, latencyMs / 1000);
  const nextInMs = isSuccess
    ? null
    : retryDelayMs(attemptsMade + 1, {
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
    attemptsMade,
    nextInMs,
    body: isSuccess ? null : body,
  };
}

interface Needs {
  client: Sql;
  db: Db;
  http: OutboundHttp;
  concurrency: Concurrency;
  /** Whether attempts may still start. */
  mayStart(): boolean;
}

/**
 * Makes attempts. Returns the result of an attempt; undefined if the delivery was not sent but given back, held or set
 * aside.
 */
export function openAttempts({ client, db, http, concurrency, mayStart }: Needs) {
  const read = messageReader(client);

  return async function attempt(delivery: ClaimedDelivery): Promise<AttemptResult | undefined> {
    let release = (): Promise<unknown> => giveBack(client, delivery);
    try {
      const result = await concurrency.run(delivery, async () => {
        if (!mayStart() || performance.now() - delivery.claimedAt > MAX_WAIT_MS) return undefined;
        const message = await read(delivery);
        if (message?.isStopped) release = () => dropQueueOf(client, delivery.hookId);
        else if (message?.isSuspended) release = () => holdSuspended(client, delivery);
        // The receiver is not at fault for a missing key.
        else if (message && !canSign(message)) release = () => holdUnreadable(client, delivery);
        else if (message) return sendDelivery(http, delivery, message);
        return undefined;
      });
      if (!result) await release();
      return result;
    } catch (err) {
      // After an outage the delivery is due again when its lease ends; a delivery that fails by itself is set aside.
      log.error({ err, delivery: delivery.id }, "a delivery could not be attempted");
      if (!isOutage(err)) await postpone(db, delivery, err).catch(() => {});
      return undefined;
    }
  };
}
