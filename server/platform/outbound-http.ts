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
const SOCKETS_KEPT = 512;
const IDLE_MS = 4000;
const IDLE_AT_MOST_MS = 30_000;
/** A connection is replaced at this age, so that a receiver that moves is followed, however busy it is. */
const CONNECTION_AGE_MS = 300_000;

export interface OutboundCall {
  url: string;
  /** All that is sent beside `host`, `content-length`, `connection` and `accept-encoding`. */
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** For everything: the look-up, the connection, the answer to its end. */
  timeoutMs: number;
}

export interface Answered extends Answer {
  kind: "answered";
  latencyMs: number;
}

export interface Failed {
  kind: "failed";
  reason: FailureReason;
  /** A sentence for the hook's owner. */
  message: string;
  latencyMs: number;
}

export type Outcome = Answered | Failed;

export interface OutboundHttp {
  /** Calls a receiver. Throws only for a call that could never be made, such as one with invalid headers. */
  post(call: OutboundCall): Promise<Outcome>;
  /** Ends the calls under way, as `closed`, and every connection. */
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** What `HOOK_ALLOW` holds. */
  allow?: string;
  resolve?: Resolve;
  /**
   * How many connections an origin has at most; further calls wait, while their time runs. As many as there are calls
   * where absent: hooks of many producers may be at one origin, and must not wait for each other.
   */
  connections?: number;
  /** From how many open sockets on no connection is kept for the next call. */
  socketsKept?: number;
}

/**
 * The one way to call what others name: http and https urls on the public internet. Every address is checked when a
 * connection is made (decision 0021), and a connection once made to a checked address may serve further calls. The
 * environment's proxies are not used, certificates are verified, bodies are not decompressed.
 *
 * How many calls are under way is the caller's to bound; of idle connections some hundreds are kept.
 */
export function openOutboundHttp(options: OutboundOptions = {}): OutboundHttp {
  const open = new Set<Socket>();
  const socketsKept = options.socketsKept ?? SOCKETS_KEPT;
  const agent = new Agent({
    connect: checkedConnector({
      allow: parseAllow(options.allow ?? env.HOOK_ALLOW),
      resolve: options.resolve ?? dnsResolve(),
      open,
    }),
    connections: options.connections ?? null,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_AT_MOST_MS,
    clientTtl: CONNECTION_AGE_MS,
    // The time of the whole call is what counts.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  /** Asks until the time is over. By undici's own dispatch: its `request` makes a stream of every answer, and is slower. */
  const ask = (call: OutboundCall) =>
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
      const from = performance.now();
      const latencyMs = () => Math.round(performance.now() - from);
      try {
        const answer = await ask(call);
        return { kind: "answered", ...answer, latencyMs: latencyMs() };
      } catch (error) {
        const { reason, message } = asFault(error);
        return { kind: "failed", reason, message, latencyMs: latencyMs() };
      }
    },

    close: () => agent.destroy(),
  };
}

/** Most calls go to few receivers. */
const receivers = new LRUCache<string, { origin: string; path: string }>({ max: 1000 });

function receiverOf(url: string): { origin: string; path: string } {
  const known = receivers.get(url);
  if (known) return known;
  const refused = refuseUrl(url);
  if (refused) throw new OutboundFault("invalid-url", refused);
  const { origin, pathname, search } = new URL(url);
  const receiver = { origin, path: pathname + search };
  receivers.set(url, receiver);
  return receiver;
}
