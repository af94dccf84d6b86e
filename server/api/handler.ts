import type { Caller } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { extended } from "@/server/core/extended";
import { networkOf } from "@/server/http/address";
import { inOneDeadline, inSharedTime, type Timed } from "@/server/http/call-time";
import { fileAnswer, SentFile } from "@/server/http/file-answer";
import { NO_BODY, paramsOf, queryOf, readJsonBody } from "@/server/http/input";
import { keepLength } from "@/server/http/next-length";
import { type BodyAnswer, successAnswer } from "@/server/http/respond";
import { streamBody } from "@/server/http/stream-body";
import { readUpload, type TakeRoom, withRoomFor } from "@/server/http/upload";
import { openCtx } from "@/server/runtime/runtime";
import { serveAdmitted } from "./admit";
import { callLogOf } from "./call-log";
import type { Endpoint, RawInput, RequestInfo } from "./endpoint";
import { HashedBody } from "./hashed-body";
import { answerOnce, answerOnceTogether, answerStreamedOnce, KEY_HEADER } from "./idempotency";
import { asLookup, makeCall } from "./make";
import { type Received, type RouteHandler, receive } from "./receive";

interface Call extends Received {
  endpoint: Endpoint;
  timed: Timed;
}

/** Serves a call of an admitted caller: read, validate, execute, answer. */
async function serveHere(call: Call, caller: Caller): Promise<BodyAnswer> {
  const network = call.address && networkOf(call.address);
  const ctx: Ctx = openCtx(caller, call.requestId, network);
  const { upload } = call.endpoint;
  if (!upload) return readAndMake(call, ctx);
  const who = caller.kind === "producer" ? caller.producerId : network;
  return withRoomFor({ upload, who }, (takeRoom) => readAndMake(call, ctx, takeRoom));
}

async function readAndMake(call: Call, ctx: Ctx, takeRoom?: TakeRoom): Promise<BodyAnswer> {
  const { endpoint, request, address, path, query, timed } = call;
  const { params, faults: pathFaults } = paramsOf(endpoint.names, path);
  const target = query ? `${path}?${query}` : path;
  const info = { headers: request.headers, address, target, body: streamBody(request) };
  const { admit } = endpoint;
  if (admit) await timed(() => admit(ctx, params, info));
  const key = endpoint.creates ? request.headers.get(KEY_HEADER) : null;
  if (endpoint.streams) {
    const input = { params, query: queryOf(query), body: {}, faults: pathFaults };
    return key === null
      ? makeEach(endpoint, ctx, input, info)
      : makeStreamedOnce(call, ctx, { key, input, info });
  }
  const { bytes, body, faults } = await readBody(endpoint, request, takeRoom);
  if (bytes.byteLength > 0 && !endpoint.upload) call.seen.body = body;
  const input = { params, query: queryOf(query), body, faults: [...pathFaults, ...faults] };

  const make = () =>
    key === null ? makeEach(endpoint, ctx, input, info) : makeOnce(call, ctx, { key, bytes, input, info });
  const isLong = endpoint.response === "file" || endpoint.upload !== undefined;
  return timed(() => asLookup(endpoint, ctx, address, make), isLong);
}

async function readBody({ method, upload }: Endpoint, request: Request, takeRoom: TakeRoom | undefined) {
  if (method !== "POST") return NO_BODY;
  return upload && takeRoom ? readUpload(request, upload, takeRoom) : readJsonBody(request);
}

async function makeEach(
  endpoint: Endpoint,
  ctx: Ctx,
  input: RawInput,
  info: RequestInfo,
): Promise<BodyAnswer> {
  const answer = await makeCall(endpoint, ctx, input, info);
  return answer.body instanceof SentFile ? fileAnswer(answer.body, info.headers) : successAnswer(answer);
}

/** The scope of the keys of a call. */
const scopeOf = ({ endpoint, path }: Call, { caller }: Ctx) =>
  `${endpoint.method} ${path} ${caller.kind === "producer" ? caller.producerId : "anonymous"}`;

/** Does the long work of a call; the rest belongs into a transaction. */
async function prepareOnce(endpoint: Endpoint, ctx: Ctx, input: RawInput, info: RequestInfo) {
  const { make, discard } = await endpoint.prepare(ctx, input, info);
  return {
    discard,
    make: async (ctx: Ctx) => {
      const answer = await make(ctx);
      return { sent: successAnswer(answer), scanId: answer.scanId };
    },
  };
}

/** Executes a creating call whose body is read as it arrives once per idempotency key. */
async function makeStreamedOnce(
  call: Call,
  ctx: Ctx,
  { key, input, info }: { key: string; input: RawInput; info: RequestInfo },
): Promise<BodyAnswer> {
  // The query describes the body.
  const body = new HashedBody(info.body, call.query);
  try {
    return await answerStreamedOnce(ctx, { key, scope: scopeOf(call, ctx), body }, () =>
      prepareOnce(call.endpoint, ctx, input, { ...info, body }),
    );
  } finally {
    await body.close();
  }
}

/** Executes a creating call once per idempotency key. */
function makeOnce(
  of: Call,
  ctx: Ctx,
  { key, bytes, input, info }: { key: string; bytes: Uint8Array; input: RawInput; info: RequestInfo },
): Promise<BodyAnswer> {
  const call = { key, scope: scopeOf(of, ctx), body: bytes };
  const { once } = of.endpoint;
  if (once)
    return answerOnceTogether(ctx, call, {
      async make(key) {
        const made = await once.make(ctx, input, info, key);
        return made === "used" ? made : successAnswer(made);
      },
      replay: async (kept) => successAnswer(await once.replay(ctx, kept, input)),
    });
  return answerOnce(ctx, call, () => prepareOnce(of.endpoint, ctx, input, info));
}

const handlers = new WeakMap<Endpoint, RouteHandler>();

/** Returns the handler of an endpoint; the front and the `route.ts` files share one function. */
export function handlerOf(endpoint: Endpoint): RouteHandler {
  let handler = handlers.get(endpoint);
  if (!handler) {
    const record = callLogOf(endpoint);
    handler = (request, context) => {
      const response = receive(request, context, record, (received) => {
        const call = (timed: Timed) => {
          const call: Call = extended(received, { endpoint, timed });
          return serveAdmitted(call, (caller, request) => serveHere({ ...call, request }, caller));
        };
        return endpoint.method === "POST"
          ? inSharedTime(call)
          : inOneDeadline(endpoint.response === "file", call);
      });
      return context?.params ? response.then(keepLength) : response;
    };
    handlers.set(endpoint, handler);
  }
  return handler;
}
