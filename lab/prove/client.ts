import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { Agent, request } from "undici";
import { z } from "zod";

/** What came of a call: an answer, or none. */
export interface Outcome {
  startedAt: number;
  endedAt: number;
  /** 0 where there was no whole answer. */
  status: number;
  body: unknown;
  /** Why there was no answer; `ECONNREFUSED` where nobody took the call. */
  failure: string | undefined;
}

export interface Call {
  method: "GET" | "POST";
  path: string;
  token?: string | undefined;
  body?: object;
}

/** Calls services as many clients at once would; nothing is sent twice. */
export interface Client {
  call(url: string, call: Call): Promise<Outcome>;
  close(): Promise<void>;
}

const GIVE_UP_AFTER_MS = 60_000;

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : String(error);

/** `keepsConnections`: whether connections serve further calls; else each call has one of its own. */
export function openClient({ keepsConnections = true } = {}): Client {
  const agent = new Agent({
    pipelining: keepsConnections ? 1 : 0,
    headersTimeout: GIVE_UP_AFTER_MS,
    bodyTimeout: GIVE_UP_AFTER_MS,
  });
  return {
    async call(url, { method, path, token, body }) {
      const startedAt = Date.now();
      const outcome = await request(`${url}/api/v2${path}`, {
        dispatcher: agent,
        method,
        reset: !keepsConnections,
        headers: {
          ...(token === undefined ? {} : { "an-api-token": token }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
        .then(async (answer) => {
          const text = await answer.body.text();
          return {
            status: answer.statusCode,
            body: text === "" ? null : JSON.parse(text),
            failure: undefined,
          };
        })
        .catch((error: unknown) => ({ status: 0, body: null, failure: codeOf(error) }));
      return { startedAt, endedAt: Date.now(), ...outcome };
    },
    close: () => agent.destroy(),
  };
}

const CreatedHook = z.object({ id: z.string(), secret: z.string() });

/** The body of a call that has to succeed. */
export async function must(client: Client, url: string, call: Call): Promise<unknown> {
  const { status, body, failure } = await client.call(url, call);
  if (status !== 200) {
    throw new Error(`${call.method} ${call.path}: ${failure ?? status} ${JSON.stringify(body)}`);
  }
  return body;
}

/** Makes items; returns their identifiers. */
export async function newItems(client: Client, url: string, token: string, count: number): Promise<string[]> {
  const identifiers = Array.from({ length: count }, () => `proof ${randomUUID()}`);
  for (const identifier of identifiers) {
    await must(client, url, { method: "POST", path: "/items", token, body: { identifier } });
  }
  return identifiers;
}

/** Makes a hook of the producer for every event; returns its id and secret. */
export async function newHook(client: Client, url: string, token: string, receiver: string) {
  const body = { events: "*", url: receiver };
  return CreatedHook.parse(
    await must(client, url, { method: "POST", path: "/producers/hooks", token, body }),
  );
}

/** Makes a hook that the service itself never calls, as its address is none of the public internet. */
export async function newUncalledHook(
  client: Client,
  sql: Sql,
  { url, token, receiver }: { url: string; token: string; receiver: string },
) {
  const hook = await newHook(client, url, token, "https://receiver.example/");
  await sql`update hooks set url = ${receiver} where id = ${hook.id}`;
  return hook;
}
