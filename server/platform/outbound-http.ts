import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import { Agent } from "undici";
import { env } from "./env";
import { parseAllow } from "./outbound-allow";
import { type Answer, Answering } from "./outbound-answering";
import { checkedConnector } from "./outbound-connect";
import { asFault, type FailureReason, OutboundFault } from "./outbound-fault";
import { dnsResolve, type Resolve } from "./outbound-resolve";
import { refuseUrl } from "./outbound-url";

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_KEPT_SOCKETS = 512;
const IDLE_TIMEOUT_MS = 4000;
const MAX_IDLE_TIMEOUT_MS = 30_000;
/** A connection is replaced at this age, so that a receiver that moves is followed even under load. */
const MAX_CONNECTION_AGE_MS = 300_000;

export interface OutboundCall {
  url: string;
  /** All headers except `host`, `content-length`, `connection` and `accept-encoding`. */
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** The limit for the whole call: look-up, connection, and response to its end. */
  timeoutMs: number;
}

export interface Answered extends Answer {
  kind: "answered";
  latencyMs: number;
}

export interface Failed {
  kind: "failed";
  reason: FailureReason;
  /** A sentence for the webhook's owner. */
  message: string;
  latencyMs: number;
}

export type Outcome = Answered | Failed;

export interface OutboundHttp {
  /** Calls a receiver. @throws only for a call that can never be made, such as one with invalid headers */
  post(call: OutboundCall): Promise<Outcome>;
  /** Ends the calls in flight as `closed`, and closes every connection. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** The value of `HOOK_ALLOW`. */
  allow?: string;
  resolve?: Resolve;
  /**
   * Maximum connections of an origin; further calls wait while their timeout runs. Unlimited by default: webhooks of many
   * producers may share an origin, and must not wait for each other.
   */
  connections?: number;
  /** From this number of open sockets on, no connection is kept for the next call. */
  socketsKept?: number;
}

/**
 * Opens the only client for calls to URLs that others name: HTTP and HTTPS on the public internet. Every address is
 * checked when a connection is made (decision 0021); the connection may then serve further calls. Proxies of the
 * environment are not used, certificates are verified, and bodies are not decompressed.
 *
 * The caller bounds the number of calls in flight; some hundreds of idle connections are kept.
 */
export function openOutboundHttp(options: OutboundOptions = {}): OutboundHttp {
  const open = new Set<Socket>();
  const socketsKept = options.socketsKept ?? MAX_KEPT_SOCKETS;
  const agent = new Agent({
    connect: checkedConnector({
      allow: parseAllow(options.allow ?? env.HOOK_ALLOW),
      resolve: options.resolve ?? dnsResolve(),
      open,
    }),
    connections: options.connections ?? null,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: MAX_IDLE_TIMEOUT_MS,
    clientTtl: MAX_CONNECTION_AGE_MS,
    // Only the timeout of the whole call counts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  /** Calls until the timeout. Uses undici's dispatch: its `request` makes a stream of every response, and is slower. */
  const send = (call: OutboundCall) =>
    new Promise<Answer>((resolve, reject) => {
      const { origin, path } = receiverOf(call.url);
      agent.dispatch(
        {
          origin,
          path,
          method: "POST",
          headers: { "accept-encoding": "identity", ...call.headers },
          body: call.body,
          reset: open.size >= socketsKept,
        },
        new Answering(call.timeoutMs, resolve, reject),
      );
    });

  return {
    async post(call) {
      const startedAt = performance.now();
      const latencyMs = () => Math.round(performance.now() - startedAt);
      try {
        const answer = await send(call);
        return { kind: "answered", ...answer, latencyMs: latencyMs() };
      } catch (error) {
        const { reason, message } = asFault(error);
        return { kind: "failed", reason, message, latencyMs: latencyMs() };
      }
    },

    close: () => agent.destroy(),
  };
}

/** Cached, since most calls go to few receivers. */
const receivers = new LRUCache<string, { origin: string; path: string }>({ max: 1000 });

function receiverOf(url: string): { origin: string; path: string } {
  const cached = receivers.get(url);
  if (cached) return cached;
  const refused = refuseUrl(url);
  if (refused) throw new OutboundFault("invalid-url", refused);
  const { origin, pathname, search } = new URL(url);
  const receiver = { origin, path: pathname + search };
  receivers.set(url, receiver);
  return receiver;
}
