import { callerFrom } from "@/server/auth/from-request";
import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { tooManyRequests } from "@/server/core/errors";
import { type Deadline, deadlineIn } from "@/server/core/within";
import { callerAddress, networkOf } from "@/server/http/address";
import { fileAnswer, SentFile } from "@/server/http/file-answer";
import { ANSWERED_WITHIN_MS, fileInTime } from "@/server/http/in-time";
import { NO_BODY, paramsOf, queryOf, readJsonBody, splitUrl } from "@/server/http/input";
import { limit } from "@/server/http/limits";
import { lookUp } from "@/server/http/lookups";
import { keepLength } from "@/server/http/next-length";
import { answering, type BodyAnswer, successAnswer } from "@/server/http/respond";
import { readUpload, type TakeRoom, withRoomFor } from "@/server/http/upload";
import { openCtx, runtime } from "@/server/runtime/runtime";
import type { Endpoint } from "./endpoint";
import { answerOnce, KEY_HEADER } from "./idempotency";

/** Serves one method of one path. Next calls it with the path's parameters, the HTTP front with the socket's address. */
export type RouteHandler = (
  request: Request,
  context?: { params?: Promise<unknown>; remoteAddress?: string | undefined },
) => Promise<Response>;

/** So many calls may be under way, those that nobody waits for any more included: they hold memory until they end. */
const MAX_CONCURRENT_CALLS = 5_000;
let concurrentCalls = 0;

/** Work of a call, other than receiving its body: an internal error once it takes too long. 429 with too many others. */
function answered<T>(deadline: Deadline, work: () => Promise<T>, isLong = false): Promise<T> {
  if (concurrentCalls >= MAX_CONCURRENT_CALLS) throw tooManyRequests("Too many requests at once.", 1);
  const done = counted(work);
  return isLong ? fileInTime(done, deadline.left()) : deadline.meet(done, "No answer");
}

async function counted<T>(work: () => Promise<T>): Promise<T> {
  concurrentCalls++;
  try {
    return await work();
  } finally {
    concurrentCalls--;
  }
}

/** Does a part of a call within the time that the call has. */
type Timed = <T>(work: () => Promise<T>, isLong?: boolean) => Promise<T>;

/** Makes a call in its time: as a whole, or, where a body is received, around that, whose time is the caller's own. */
function inItsTime(
  { method, response }: Endpoint,
  call: (timed: Timed) => Promise<BodyAnswer>,
): Promise<BodyAnswer> {
  if (method !== "POST") {
    const whole = () => call((work) => work());
    return answered(deadlineIn(ANSWERED_WITHIN_MS), whole, response === "file");
  }
  let leftMs = ANSWERED_WITHIN_MS;
  return call(async (work, isLong) => {
    const deadline = deadlineIn(leftMs);
    try {
      return await answered(deadline, work, isLong);
    } finally {
      leftMs = deadline.left();
    }
  });
}

/** Who calls, and within which limits; then the call. */
async function callEndpoint(
  endpoint: Endpoint,
  request: Request,
  remoteAddress: string | undefined,
  { requestId, timed }: { requestId: string; timed: Timed },
): Promise<BodyAnswer> {
  const { credentials } = runtime();
  const address = callerAddress(request.headers, remoteAddress);
  const { auth } = endpoint;
  const caller =
    auth === "none" ? ANONYMOUS : await timed(() => callerFrom(request.headers, auth, credentials));
  if (caller.kind === "producer") await limit("requests of this token", caller.actor.id);
  else if (auth === "scanner") await limit("scans from this address", address);

  const ctx: Ctx = openCtx(caller, requestId, address && networkOf(address));
  const call = (takeRoom?: TakeRoom) => answerCall(endpoint, ctx, request, { address, takeRoom, timed });
  if (!endpoint.upload) return call();
  const who = caller.kind === "producer" ? caller.producerId : address && networkOf(address);
  return withRoomFor({ upload: endpoint.upload, who }, call);
}

/** Whether a call tells if there is an item: by its path, or, as scans do, by its body. */
const looksUpItem = ({ method, path }: Endpoint) =>
  path.includes("/items/:") || (method === "POST" && path === "/scans");

/** Reads what the call is made with, and makes it: once where it has an idempotency key. */
async function answerCall(
  endpoint: Endpoint,
  ctx: Ctx,
  request: Request,
  { address, takeRoom, timed }: { address: string | undefined; takeRoom: TakeRoom | undefined; timed: Timed },
): Promise<BodyAnswer> {
  const { path, query } = splitUrl(request.url);
  const { params, faults: pathFaults } = paramsOf(endpoint.names, path);
  const info = { headers: request.headers, address, target: query ? `${path}?${query}` : path };
  const { admit } = endpoint;
  if (admit) await timed(() => admit(ctx, params, info));
  const { bytes, body, faults } =
    endpoint.method === "POST" ? await readBody(endpoint, request, takeRoom) : NO_BODY;
  const input = { params, query: queryOf(query), body, faults: [...pathFaults, ...faults] };

  const once = async (key: string): Promise<BodyAnswer> => {
    const whose = ctx.caller.kind === "producer" ? ctx.caller.producerId : "anonymous";
    return answerOnce(ctx, { key, scope: `${endpoint.method} ${path} ${whose}`, body: bytes }, async () => {
      const { make, discard } = await endpoint.prepare(ctx, input, info);
      return {
        discard,
        make: async (ctx) => {
          const answer = await make(ctx);
          return { sent: successAnswer(answer), scanId: answer.scanId };
        },
      };
    });
  };
  const each = async (): Promise<BodyAnswer> => {
    const { make } = await endpoint.prepare(ctx, input, info);
    const answer = await make(ctx);
    return answer.body instanceof SentFile ? fileAnswer(answer.body, request.headers) : successAnswer(answer);
  };
  const key = endpoint.creates ? request.headers.get(KEY_HEADER) : null;
  const made = () => (key === null ? each() : once(key));
  const { caller } = ctx;
  const isLong = endpoint.response === "file" || endpoint.upload !== undefined;
  return timed(() => (looksUpItem(endpoint) ? lookUp({ caller, address }, made) : made()), isLong);
}

const readBody = ({ upload }: Endpoint, request: Request, takeRoom: TakeRoom | undefined) =>
  upload && takeRoom ? readUpload(request, upload, takeRoom) : readJsonBody(request);

const handlers = new WeakMap<Endpoint, RouteHandler>();

/** The handler of one endpoint: the same function wherever it is served. */
export function handlerOf(endpoint: Endpoint): RouteHandler {
  let handler = handlers.get(endpoint);
  if (!handler) {
    handler = (request, context) => {
      const response = answering(request, (requestId) =>
        inItsTime(endpoint, (timed) =>
          callEndpoint(endpoint, request, context?.remoteAddress, { requestId, timed }),
        ),
      );
      return context?.params ? response.then(keepLength) : response;
    };
    handlers.set(endpoint, handler);
  }
  return handler;
}
