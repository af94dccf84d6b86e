import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { Agent, buildConnector, request } from "undici";
import { z } from "zod";

/** The result of a call: a response, or a failure. */
export interface Outcome {
  startedAt: number;
  endedAt: number;
  /** 0 without a complete response. */
  status: number;
  body: unknown;
  /** The reason for a missing response; `ECONNREFUSED` if no process listened. */
  failure: string | undefined;
}

export interface Call {
  method: "GET" | "POST" | "DELETE";
  path: string;
  token?: string | undefined;
  body?: object;
  /** Sent as `Idempotency-Key`. */
  key?: string | undefined;
}

/** Calls services as many concurrent clients would; never retries. */
export interface Client {
  call(url: string, call: Call): Promise<Outcome>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 60_000;

/** The failure of a call whose new connection was reset before any answer came on it. */
export const NEVER_ANSWERED = "ECONNRESET on a new connection";

interface Options {
  /** Whether connections serve further calls; otherwise each call opens its own. */
  keepsConnections?: boolean;
  /** A certificate to trust. */
  ca?: string;
  /** The maximum between two parts of a response. */
  timeoutMs?: number;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

/** Connects, and tells resets of connections that have served from those of connections that have not. */
function connecting(ca: string | undefined): buildConnector.connector {
  const connect = buildConnector(ca === undefined ? {} : { ca });
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      socket?.prependListener("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNRESET" && socket.bytesRead === 0) error.code = NEVER_ANSWERED;
      });
      callback(...result);
    });
}

/** Opens a client. */
export function openClient({ keepsConnections = true, ca, timeoutMs = TIMEOUT_MS }: Options = {}): Client {
  const agent = new Agent({
    pipelining: keepsConnections ? 1 : 0,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: connecting(ca),
  });
  return {
    async call(url, { method, path, token, body, key }) {
      const startedAt = Date.now();
      const outcome = await request(`${url}/api/v2${path}`, {
        dispatcher: agent,
        method,
        reset: !keepsConnections,
        headers: {
          ...(token === undefined ? {} : { "an-api-token": token }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
        .then(async (answer) => {
          const text = await answer.body.text();
          const isJson = String(answer.headers["content-type"]).includes("json");
          return { status: answer.statusCode, body: isJson ? JSON.parse(text) : null, failure: undefined };
        })
        .catch((error: unknown) => ({ status: 0, body: null, failure: codeOf(error) }));
      return { startedAt, endedAt: Date.now(), ...outcome };
    },
    close: () => agent.destroy(),
  };
}

const CreatedHook = z.object({ id: z.string(), secret: z.string() });

/** Calls and returns the body. @throws where the status is not 200 */
export async function must(client: Client, url: string, call: Call): Promise<unknown> {
  const { status, body, failure } = await client.call(url, call);
  if (status !== 200) {
    throw new Error(`${call.method} ${call.path}: ${failure ?? status} ${JSON.stringify(body)}`);
  }
  return body;
}

/** Creates items; returns their identifiers. */
export async function newItems(client: Client, url: string, token: string, count: number): Promise<string[]> {
  const identifiers = Array.from({ length: count }, () => `proof ${randomUUID()}`);
  for (const identifier of identifiers) {
    await must(client, url, { method: "POST", path: "/items", token, body: { identifier } });
  }
  return identifiers;
}

/** Creates a webhook of the producer for every event; returns its id and secret. */
export async function newHook(client: Client, url: string, token: string, receiver: string) {
  const body = { events: "*", url: receiver };
  return CreatedHook.parse(
    await must(client, url, { method: "POST", path: "/producers/hooks", token, body }),
  );
}

/** Creates a webhook that the service itself never calls, since its address is not on the public internet. */
export async function newUncalledHook(
  client: Client,
  sql: Sql,
  { url, token, receiver }: { url: string; token: string; receiver: string },
) {
  const hook = await newHook(client, url, token, "https://receiver.example/");
  await sql`update hooks set url = ${receiver} where id = ${hook.id}`;
  return hook;
}
