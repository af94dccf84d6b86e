import { callerFrom } from "@/server/auth/from-request";
import type { Ctx } from "@/server/ctx";
import { runtime } from "@/server/runtime";
import { callerAddress } from "./address";
import { answering, type BodyAnswer, successAnswer } from "./answering";
import type { Endpoint } from "./endpoint";
import { fileAnswer, SentFile } from "./file-answer";
import { answerOnce, KEY_HEADER } from "./idempotency";
import { NO_BODY, paramsOf, queryOf, readJsonBody, splitUrl } from "./input";
import { limit } from "./limits";
import { keepLength } from "./next-length";
import { readUpload, withRoomFor } from "./upload";

/** Serves one method of one path. Next calls it with the path's parameters, the HTTP front with the socket's address. */
export type RouteHandler = (
  request: Request,
  context?: { params?: Promise<unknown>; remoteAddress?: string | undefined },
) => Promise<Response>;

/** Who calls, and within which limits; then the call. */
async function callEndpoint(
  endpoint: Endpoint,
  request: Request,
  remoteAddress: string | undefined,
  requestId: string,
): Promise<BodyAnswer> {
  const { database, credentials } = runtime();
  const address = callerAddress(request.headers, remoteAddress);
  const caller = await callerFrom(request.headers, endpoint.auth, credentials);
  if (caller.kind === "producer") await limit("requests of this token", caller.actor.id);
  else if (endpoint.auth === "scanner") await limit("scans from this address", address);

  const ctx: Ctx = { caller, db: database.db, hot: database.hot, requestId };
  const call = () => answerCall(endpoint, ctx, request, address);
  return endpoint.upload ? withRoomFor(request, { upload: endpoint.upload, address }, call) : call();
}

/** Reads what the call is made with, and makes it: once where it has an idempotency key. */
async function answerCall(
  endpoint: Endpoint,
  ctx: Ctx,
  request: Request,
  address: string | undefined,
): Promise<BodyAnswer> {
  const { path, query } = splitUrl(request.url);
  const { bytes, body, faults } = endpoint.method === "POST" ? await readBody(endpoint, request) : NO_BODY;
  const { params, faults: pathFaults } = paramsOf(endpoint.path, path);
  const input = { params, query: queryOf(query), body, faults: [...pathFaults, ...faults] };
  const info = { headers: request.headers, address, target: query ? `${path}?${query}` : path };

  const key = endpoint.creates ? request.headers.get(KEY_HEADER) : null;
  if (key === null) {
    const answer = await (await endpoint.prepare(ctx, input, info))(ctx);
    return answer.body instanceof SentFile ? fileAnswer(answer.body, request.headers) : successAnswer(answer);
  }
  const whose = ctx.caller.kind === "producer" ? ctx.caller.producerId : "anonymous";
  return answerOnce(ctx, { key, scope: `${endpoint.method} ${path} ${whose}`, body: bytes }, async () => {
    const call = await endpoint.prepare(ctx, input, info);
    return async (ctx) => successAnswer(await call(ctx));
  });
}

const readBody = ({ upload }: Endpoint, request: Request) =>
  upload ? readUpload(request, upload) : readJsonBody(request);

const handlers = new WeakMap<Endpoint, RouteHandler>();

/** The handler of one endpoint: the same function wherever it is served. */
export function handlerOf(endpoint: Endpoint): RouteHandler {
  let handler = handlers.get(endpoint);
  if (!handler) {
    handler = async (request, context) => {
      const response = await answering(request, (requestId) =>
        callEndpoint(endpoint, request, context?.remoteAddress, requestId),
      );
      return context?.params ? keepLength(response) : response;
    };
    handlers.set(endpoint, handler);
  }
  return handler;
}
