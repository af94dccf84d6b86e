import { performance } from "node:perf_hooks";
import { callerFrom } from "@/server/auth/from-request";
import type { Ctx } from "@/server/ctx";
import { AppError, STATUS_OF } from "@/server/errors";
import { log } from "@/server/platform/log";
import { runtime } from "@/server/runtime";
import { callerAddress } from "./address";
import type { Answer, Endpoint } from "./endpoint";
import { answerOnce, KEY_HEADER, type SentAnswer } from "./idempotency";
import { paramsOf, queryOf, readJsonBody, splitUrl } from "./input";
import { limit } from "./limits";
import { problemOf, refusalOf } from "./problem";
import { newRequestId } from "./request-id";

/** Serves one method of one path. Next calls it with the path's parameters, the HTTP front with the socket's address. */
export type RouteHandler = (
  request: Request,
  context?: { params?: Promise<unknown>; remoteAddress?: string | undefined },
) => Promise<Response>;

export type RouteMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
export type Routes = Record<RouteMethod, RouteHandler>;

const ALLOWED_HEADERS = "content-type, an-api-token, an-api-key-owner, an-api-client-locale, idempotency-key";
const EXPOSED_HEADERS =
  "x-request-id, link, content-language, retry-after, etag, idempotency-replayed, deprecation";

/** On every answer: any web page may call, without credentials of the browser; nothing is kept by caches. */
const COMMON_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
};

function send(answer: SentAnswer, requestId: string): Response {
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...COMMON_HEADERS, ...answer.headers, "x-request-id": requestId },
  });
}

const jsonAnswer = ({ body, headers }: Answer<unknown>): SentAnswer =>
  body === undefined
    ? { status: 200, headers: { ...headers, "content-length": "0" }, body: null }
    : {
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8", ...headers },
        body: JSON.stringify(body),
      };

function refusalAnswer(refusal: AppError, instance: string, requestId: string): SentAnswer {
  return {
    status: STATUS_OF[refusal.kind],
    headers: { "content-type": "application/problem+json", ...refusal.details.headers },
    body: JSON.stringify(problemOf(refusal, instance, requestId)),
  };
}

/** Runs `work` for a request: whatever it throws becomes a problem, and the log tells how it ended. */
async function answering(
  request: Request,
  work: (requestId: string) => Promise<SentAnswer>,
): Promise<Response> {
  const started = performance.now();
  const requestId = newRequestId();
  const { path } = splitUrl(request.url);
  let answer: SentAnswer;
  try {
    answer = await work(requestId);
  } catch (thrown) {
    const refusal = refusalOf(thrown);
    if (refusal.kind === "internal") log.error({ requestId, err: thrown }, "internal error");
    answer = refusalAnswer(refusal, path, requestId);
  }
  log.info({
    requestId,
    method: request.method,
    path,
    status: answer.status,
    ms: Math.round(performance.now() - started),
  });
  return send(answer, requestId);
}

async function callEndpoint(
  endpoint: Endpoint,
  request: Request,
  address: string | undefined,
  requestId: string,
) {
  const { database, credentials } = runtime();
  const { path, query } = splitUrl(request.url);
  const caller = await callerFrom(request.headers, endpoint.auth, credentials);
  if (caller.kind === "producer") await limit("requests of this token", caller.actor.id);

  const { bytes, json } = endpoint.input.body
    ? await readJsonBody(request)
    : { bytes: new Uint8Array(), json: undefined };
  const input = { params: paramsOf(endpoint.path, path), query: queryOf(query), body: json };
  const info = { headers: request.headers, address, target: query ? `${path}?${query}` : path };
  const ctx: Ctx = { caller, db: database.db, hot: database.hot, requestId };

  const run = async (ctx: Ctx) => jsonAnswer(await endpoint.run(ctx, input, info));
  const key = endpoint.creates ? request.headers.get(KEY_HEADER) : null;
  if (key === null) return run(ctx);
  const producer = caller.kind === "producer" ? caller.producerId : "anonymous";
  return answerOnce(ctx, { key, scope: `${endpoint.method} ${path} ${producer}`, body: bytes }, run);
}

const handlers = new WeakMap<Endpoint, RouteHandler>();

/** The handler of one endpoint: the same function wherever it is served. */
export function handlerOf(endpoint: Endpoint): RouteHandler {
  let handler = handlers.get(endpoint);
  if (!handler) {
    handler = (request, context) =>
      answering(request, (requestId) =>
        callEndpoint(endpoint, request, callerAddress(request.headers, context?.remoteAddress), requestId),
      );
    handlers.set(endpoint, handler);
  }
  return handler;
}

/**
 * Handlers for every method of one path: the endpoints', HEAD as GET without a body, preflights, and 405 for the rest.
 * All endpoints must stand on the same path.
 */
export const route = (...endpoints: Endpoint[]): Routes =>
  routesOf(new Map(endpoints.map((endpoint) => [endpoint.method, handlerOf(endpoint)])));

/** Handlers of a path that serves one JSON document. */
export function documentRoutes(document: () => object): Routes {
  const get: RouteHandler = (request) =>
    answering(request, async () => jsonAnswer({ body: document(), headers: {} }));
  return routesOf(new Map([["GET", get]]));
}

function routesOf(byMethod: Map<string, RouteHandler>): Routes {
  const get = byMethod.get("GET");
  if (get) byMethod.set("HEAD", headOf(get));
  const allow = [...byMethod.keys(), "OPTIONS"].join(", ");
  const refuse = refuseMethod(allow);
  const of = (method: RouteMethod) => byMethod.get(method) ?? refuse;
  return {
    GET: of("GET"),
    HEAD: of("HEAD"),
    POST: of("POST"),
    PUT: refuse,
    PATCH: refuse,
    DELETE: of("DELETE"),
    OPTIONS: preflight(allow),
  };
}

const headOf =
  (get: RouteHandler): RouteHandler =>
  async (request, context) => {
    const { status, headers } = await get(request, context);
    return new Response(null, { status, headers });
  };

const refuseMethod =
  (allow: string): RouteHandler =>
  (request) =>
    answering(request, async () => {
      throw new AppError(
        "methodNotAllowed",
        "method-not-allowed",
        `This path takes ${allow}, not ${request.method}.`,
        {
          headers: { allow },
        },
      );
    });

const preflight =
  (allow: string): RouteHandler =>
  async () =>
    new Response(null, {
      status: 204,
      headers: {
        ...COMMON_HEADERS,
        allow,
        "access-control-allow-methods": allow,
        "access-control-allow-headers": ALLOWED_HEADERS,
        "access-control-max-age": "86400",
      },
    });

const nowhere: RouteHandler = (request) =>
  answering(request, async () => {
    throw new AppError(
      "notFound",
      "unknown-path",
      "No call of this interface has this path. /api/v2/openapi.json lists them.",
    );
  });

/** For every path below `/api/v2` that no call has. */
export const unknownPath: Routes = {
  GET: nowhere,
  HEAD: nowhere,
  POST: nowhere,
  PUT: nowhere,
  PATCH: nowhere,
  DELETE: nowhere,
  OPTIONS: preflight("GET, POST, DELETE, OPTIONS"),
};
