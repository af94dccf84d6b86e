import { callerFrom } from "@/server/auth/from-request";
import { ANONYMOUS, type Caller } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { callerAddress, networkOf } from "@/server/http/address";
import { inOneDeadline, inSharedTime, type Timed } from "@/server/http/call-time";
import { fileAnswer, SentFile } from "@/server/http/file-answer";
import { NO_BODY, paramsOf, queryOf, readJsonBody, splitUrl } from "@/server/http/input";
import { limit } from "@/server/http/limits";
import { lookUp } from "@/server/http/lookups";
import { keepLength } from "@/server/http/next-length";
import { answering, type BodyAnswer, successAnswer } from "@/server/http/respond";
import { readUpload, type TakeRoom, withRoomFor } from "@/server/http/upload";
import { openCtx, runtime } from "@/server/runtime/runtime";
import type { Endpoint, RawInput, RequestInfo } from "./endpoint";
import { answerOnce, answerOnceTogether, KEY_HEADER } from "./idempotency";

/**
 * Serves one method of one path. Next passes the path parameters, the HTTP front the socket's address and the id of a traced
 * request.
 */
export type RouteHandler = (
  request: Request,
  context?: { params?: Promise<unknown>; remoteAddress?: string | undefined; requestId?: string | undefined },
) => Promise<Response>;

interface Call {
  endpoint: Endpoint;
  request: Request;
  requestId: string;
  address: string | undefined;
  path: string;
  query: string;
  timed: Timed;
}

/** Serves a call: authenticate, limit, read, validate, execute, answer. */
async function serve(call: Call): Promise<BodyAnswer> {
  const caller = await authenticate(call);
  await refuseOverLimit(call, caller);
  const network = call.address && networkOf(call.address);
  const ctx: Ctx = openCtx(caller, call.requestId, network);
  const { upload } = call.endpoint;
  if (!upload) return readAndMake(call, ctx);
  const who = caller.kind === "producer" ? caller.producerId : network;
  return withRoomFor({ upload, who }, (takeRoom) => readAndMake(call, ctx, takeRoom));
}

const authenticate = async ({ endpoint: { auth }, request, timed }: Call): Promise<Caller> =>
  auth === "none" ? ANONYMOUS : timed(() => callerFrom(request.headers, auth, runtime().credentials));

async function refuseOverLimit({ endpoint, address }: Call, caller: Caller): Promise<void> {
  if (caller.kind === "producer") await limit("requests of this token", caller.actor.id);
  else if (endpoint.auth === "scanner") await limit("scans from this address", address);
}

async function readAndMake(call: Call, ctx: Ctx, takeRoom?: TakeRoom): Promise<BodyAnswer> {
  const { endpoint, request, address, path, query, timed } = call;
  const { params, faults: pathFaults } = paramsOf(endpoint.names, path);
  const info = { request, headers: request.headers, address, target: query ? `${path}?${query}` : path };
  const { admit } = endpoint;
  if (admit) await timed(() => admit(ctx, params, info));
  if (endpoint.streams) {
    const input = { params, query: queryOf(query), body: {}, faults: pathFaults };
    return makeEach(endpoint, ctx, input, info);
  }
  const { bytes, body, faults } = await readBody(endpoint, request, takeRoom);
  const input = { params, query: queryOf(query), body, faults: [...pathFaults, ...faults] };

  const key = endpoint.creates ? request.headers.get(KEY_HEADER) : null;
  const make = () =>
    key === null ? makeEach(endpoint, ctx, input, info) : makeOnce(call, ctx, { key, bytes, input, info });
  const isLong = endpoint.response === "file" || endpoint.upload !== undefined;
  return timed(
    () => (looksUpItem(endpoint) ? lookUp({ caller: ctx.caller, address }, make) : make()),
    isLong,
  );
}

async function readBody({ method, upload }: Endpoint, request: Request, takeRoom: TakeRoom | undefined) {
  if (method !== "POST") return NO_BODY;
  return upload && takeRoom ? readUpload(request, upload, takeRoom) : readJsonBody(request);
}

/** Whether the answer reveals if an item exists: by its path or, for scans, by its body. */
const looksUpItem = ({ method, path }: Endpoint) =>
  path.includes("/items/:") || (method === "POST" && path === "/scans");

async function makeEach(
  endpoint: Endpoint,
  ctx: Ctx,
  input: RawInput,
  info: RequestInfo,
): Promise<BodyAnswer> {
  const { make } = await endpoint.prepare(ctx, input, info);
  const answer = await make(ctx);
  return answer.body instanceof SentFile ? fileAnswer(answer.body, info.headers) : successAnswer(answer);
}

/** Executes a creating call once per idempotency key. */
function makeOnce(
  { endpoint, path }: Call,
  ctx: Ctx,
  { key, bytes, input, info }: { key: string; bytes: Uint8Array; input: RawInput; info: RequestInfo },
): Promise<BodyAnswer> {
  const owner = ctx.caller.kind === "producer" ? ctx.caller.producerId : "anonymous";
  const call = { key, scope: `${endpoint.method} ${path} ${owner}`, body: bytes };
  const { once } = endpoint;
  if (once)
    return answerOnceTogether(ctx, call, {
      async make(key) {
        const made = await once.make(ctx, input, info, key);
        return made === "used" ? made : successAnswer(made);
      },
      replay: async (kept) => successAnswer(await once.replay(ctx, kept, input)),
    });
  return answerOnce(ctx, call, async () => {
    const { make, discard } = await endpoint.prepare(ctx, input, info);
    return {
      discard,
      make: async (ctx) => {
        const answer = await make(ctx);
        return { sent: successAnswer(answer), scanId: answer.scanId };
      },
    };
  });
}

const handlers = new WeakMap<Endpoint, RouteHandler>();

/** Returns the handler of an endpoint; the front and the `route.ts` files share one function. */
export function handlerOf(endpoint: Endpoint): RouteHandler {
  let handler = handlers.get(endpoint);
  if (!handler) {
    handler = (request, context) => {
      const work = (requestId: string) => {
        const address = callerAddress(request.headers, context?.remoteAddress);
        const { path, query } = splitUrl(request.url);
        const call = (timed: Timed) => serve({ endpoint, request, requestId, address, path, query, timed });
        return endpoint.method === "POST"
          ? inSharedTime(call)
          : inOneDeadline(endpoint.response === "file", call);
      };
      const response = answering(request, work, context?.requestId);
      return context?.params ? response.then(keepLength) : response;
    };
    handlers.set(endpoint, handler);
  }
  return handler;
}
