import { z } from "zod";
import type { JsonObject } from "@/db/json";
import type { Endpoint } from "@/server/api/endpoint";
import { codesOf } from "@/server/api/openapi-errors";
import { endpoints } from "@/server/api/registry";
import { createRoutes } from "@/server/api/routes";
import { BASE_PATH } from "@/server/http/input";
import { checkDocumented } from "./document";

const ORIGIN = "http://assay.test";
const routeOf = createRoutes();

/** Options of a test call. */
export interface Call {
  token?: string | undefined;
  ownerKey?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged, with `content-type: application/json` unless `headers` contain another. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** Sends no `content-length`, as clients do that write in chunks. */
  isUndeclared?: boolean;
  address?: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  /** The parsed body; undefined where it was empty or a file. */
  body: unknown;
  /** The received bytes. */
  bytes: Buffer;
}

const Envelope = z.object({ id: z.string(), data: z.record(z.string(), z.unknown()) });
const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  instance: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ pointer: z.string(), message: z.string() })).optional(),
});

/** A reply's body as `{id, data}`. */
export const envelope = (reply: Reply) => Envelope.parse(reply.body);

/** A reply's body as a problem. */
export const problem = (reply: Pick<Reply, "body">) => Problem.parse(reply.body);

function endpointAt(method: string, path: string): Endpoint | undefined {
  const parts = path.slice(BASE_PATH.length).split("?")[0]?.split("/") ?? [];
  return endpoints.find((endpoint) => {
    const names = endpoint.path.split("/");
    return (
      endpoint.method === method &&
      names.length === parts.length &&
      names.every((name, i) => (name.startsWith(":") ? parts[i] !== "" : name === parts[i]))
    );
  });
}

/** Checks the headers of a file answer (the contract's Headers and Contents). */
function checkFile({ status, headers, bytes }: Reply): void {
  for (const name of ["etag", "content-type", "content-security-policy", "content-disposition"]) {
    if (!headers.get(name)) throw new Error(`A file without ${name}.`);
  }
  if (!/\bsandbox\b/.test(headers.get("content-security-policy") ?? ""))
    throw new Error("A file without sandbox.");
  if (headers.get("x-content-type-options") !== "nosniff") throw new Error("A file that may be sniffed.");
  if (status !== 304 && headers.get("content-length") !== String(bytes.byteLength))
    throw new Error("A file whose content-length is not that of its bytes.");
}

/** Checks an answer against the OpenAPI document, and an error against the codes of the call. */
function checkDeclared(endpoint: Endpoint | undefined, reply: Reply): void {
  if (!reply.headers.get("x-request-id")) throw new Error("An answer without x-request-id.");
  if (reply.status >= 400) {
    const { status, code } = problem(reply);
    if (status !== reply.status)
      throw new Error(`The problem says ${status}, the status line ${reply.status}.`);
    if (endpoint && !codesOf(endpoint).some((one) => one === code))
      throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${code}.`);
  } else if (endpoint?.response === "empty") {
    if (reply.body !== undefined) throw new Error(`${endpoint.path} answers with a body.`);
  } else if (endpoint?.response === "file") checkFile(reply);
  if (endpoint) checkDocumented(endpoint, reply);
}

/** JSON, or the values of JSON Lines. */
function parsed(type: string, text: string): unknown {
  if (type.startsWith("application/jsonl"))
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return /json/.test(type) && text !== "" ? JSON.parse(text) : undefined;
}

const lengthOf = (body: string | Uint8Array) => String(Buffer.byteLength(body));

/** Calls the API through its real handlers, without a socket. `path` is below `/api/v2`. */
export async function call(method: string, path: string, options: Call = {}): Promise<Reply> {
  const url = `${ORIGIN}${BASE_PATH}${path}`;
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const request = new Request(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(body === undefined || options.isUndeclared ? {} : { "content-length": lengthOf(body) }),
      ...(options.token === undefined ? {} : { "an-api-token": options.token }),
      ...(options.ownerKey === undefined ? {} : { "an-api-key-owner": options.ownerKey }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const route = routeOf(method, new URL(url).pathname);
  if (!route) throw new Error(`${path} is not a path of the interface.`);
  const response = await route.handler(request, { remoteAddress: options.address ?? "127.0.0.1" });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  const reply = {
    status: response.status,
    headers: response.headers,
    body: parsed(type, bytes.toString()),
    bytes,
  };
  if (method !== "OPTIONS" && method !== "HEAD")
    checkDeclared(endpointAt(method, `${BASE_PATH}${path}`), reply);
  return reply;
}

export const get = (path: string, options?: Call) => call("GET", path, options);
export const post = (path: string, body: JsonObject | undefined, options?: Call) =>
  call("POST", path, { ...options, ...(body === undefined ? {} : { body }) });
export const del = (path: string, options?: Call) => call("DELETE", path, options);
