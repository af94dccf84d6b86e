import { callerFrom } from "@/server/auth/from-request";
import type { Ctx } from "@/server/ctx";
import { runtime } from "@/server/runtime";
import { callerAddress } from "./address";
import { answering, successAnswer } from "./answering";
import type { Endpoint } from "./endpoint";
import { answerOnce, KEY_HEADER } from "./idempotency";
import { NO_BODY, paramsOf, queryOf, readJsonBody, splitUrl } from "./input";
import { limit } from "./limits";

/** Serves one method of one path. Next calls it with the path's parameters, the HTTP front with the socket's address. */
export type RouteHandler = (
  request: Request,
  context?: { params?: Promise<unknown>; remoteAddress?: string | undefined },
) => Promise<Response>;

/** Who calls, with what, within which limits; then the call itself, once where it has an idempotency key. */
async function callEndpoint(
  endpoint: Endpoint,
  request: Request,
  remoteAddress: string | undefined,
  requestId: string,
) {
  const { database, credentials } = runtime();
  const { path, query } = splitUrl(request.url);
  const address = callerAddress(request.headers, remoteAddress);
  const caller = await callerFrom(request.headers, endpoint.auth, credentials);
  if (caller.kind === "producer") await limit("requests of this token", caller.actor.id);
  else if (endpoint.auth === "scanner") await limit("scans from this address", address);

  const { bytes, json, faults } = endpoint.method === "POST" ? await readJsonBody(request) : NO_BODY;
  const { params, faults: pathFaults } = paramsOf(endpoint.path, path);
  const input = { params, query: queryOf(query), body: json, faults: [...pathFaults, ...faults] };
  const info = { headers: request.headers, address, target: query ? `${path}?${query}` : path };
  const ctx: Ctx = { caller, db: database.db, hot: database.hot, requestId };

  const run = async (ctx: Ctx) => successAnswer(await endpoint.run(ctx, input, info));
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
      answering(request, (requestId) => callEndpoint(endpoint, request, context?.remoteAddress, requestId));
    handlers.set(endpoint, handler);
  }
  return handler;
}
