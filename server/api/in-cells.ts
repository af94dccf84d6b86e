import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { OWNER_KEY_HEADER, TOKEN_HEADER } from "@/server/auth/from-request";
import { isWellFormedSecret, nameOfSecret } from "@/server/auth/secrets";
import { forgetPlace, knownHere, type Placed, placeOf } from "@/server/cells/places";
import { ANONYMOUS, type Caller } from "@/server/core/caller";
import { sandboxIn } from "@/server/core/ctx";
import { unavailable } from "@/server/core/errors";
import { isRecord } from "@/server/core/is-record";
import { MAX_BODY_BYTES } from "@/server/core/json-faults";
import { hasMoved } from "@/server/core/outage";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { readBytes } from "@/server/http/body";
import { paramsOf } from "@/server/http/input";
import { lookUp } from "@/server/http/lookups";
import type { BodyAnswer } from "@/server/http/respond";
import { streamBody } from "@/server/http/stream-body";
import { asWebStream } from "@/server/platform/blobs-streams";
import {
  CELL_HEADER,
  callCell,
  MISDIRECTED,
  PASS_HEADER,
  type PassedCaller,
  requireCells,
} from "@/server/platform/cells";
import type { Endpoint } from "./endpoint";
import type { Received } from "./receive";

/** What decides who may make a call, and which cell serves it. */
export type CallTarget = Pick<Endpoint, "method" | "path" | "names" | "auth"> &
  Partial<Pick<Endpoint, "scope" | "upload" | "streams" | "response">>;

/** A call in one of several cells. */
interface CellCall extends Omit<Received, "seen"> {
  endpoint: CallTarget;
}

/** How this cell serves a call by itself. */
interface Here {
  /** Identifies the caller and counts the call. */
  admit(isCounted: (caller: Caller) => boolean): Promise<Caller>;
  serve(caller: Caller, request: Request): Promise<BodyAnswer>;
}

const RETRY_DELAY_MS = 25;
/** Within the time of a call: the last step of a move takes no longer than two seconds. */
const RETRIES_END_AFTER_MS = 4_000;
const ANSWER_TIMEOUT_MS = 4_700;
const LONG_TIMEOUT_MS = 600_000;

/** What a call is about, where that decides its cell. */
type Subject = [kind: Placed, key: string];

const textOf = (value: unknown) =>
  typeof value === "string" && value !== "" && value.length <= 2 * MAX_CHARACTERS && !value.includes("\0")
    ? value
    : undefined;

function scannedIn(body: Uint8Array | undefined): string | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(body ?? []).toString());
    return isRecord(json) ? textOf(json.identifier) : undefined;
  } catch {
    return undefined;
  }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function subjectOf({ endpoint, path }: CellCall, body: Uint8Array | undefined): Subject | undefined {
  const about = (kind: Placed, key: string | undefined): Subject | undefined =>
    key === undefined ? undefined : [kind, key];
  if (endpoint.method === "POST" && endpoint.path === "/scans") return about("identifier", scannedIn(body));
  const [name] = endpoint.names;
  if (!name) return undefined;
  const { params, faults } = paramsOf([name], path);
  const key = faults.length > 0 ? undefined : textOf(params[name[0]]);
  if (endpoint.path.startsWith("/items/:")) return about("identifier", key);
  if (endpoint.auth !== "none" || key === undefined || !ID.test(key)) return undefined;
  if (endpoint.path.startsWith("/contents/:")) return about("content", key);
  return endpoint.path.startsWith("/scans/:") ? about("scan", key) : undefined;
}

/** The credential that decides who calls. */
function credentialOf({ endpoint: { auth }, request: { headers } }: CellCall): Subject | undefined {
  if (auth === "none") return undefined;
  const secret = headers.get(TOKEN_HEADER) ?? (auth === "scanner" ? null : headers.get(OWNER_KEY_HEADER));
  if (secret === null || !isWellFormedSecret(secret)) return undefined;
  return ["credential", nameOfSecret(secret)];
}

const OF_CONNECTION = [
  "connection",
  "content-length",
  "date",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  PASS_HEADER,
];

function withoutConnection(
  headers: Iterable<[string, string | string[] | undefined]>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of headers)
    if (value !== undefined && !OF_CONNECTION.includes(name)) kept[name] = String(value);
  return kept;
}

/** Hands a call on to another cell. Undefined where that cell does not have what the call is about. */
async function handOn(
  call: CellCall,
  cell: number,
  body: Uint8Array | undefined,
  caller: PassedCaller | null | undefined,
): Promise<BodyAnswer | undefined> {
  const { endpoint, request, path, query, address, requestId } = call;
  const isLong = endpoint.upload !== undefined || endpoint.streams === true || endpoint.response === "file";
  const isSent = endpoint.method === "POST";
  const answer = await callCell(cell, {
    method: request.method === "HEAD" ? "HEAD" : endpoint.method,
    target: query ? `${path}?${query}` : path,
    headers: withoutConnection(request.headers),
    body: body ?? (isSent ? Readable.from(streamBody(request)) : null),
    timeoutMs: isLong ? LONG_TIMEOUT_MS : ANSWER_TIMEOUT_MS,
    onBehalf: { address, requestId, caller },
  }).catch((reason: unknown) => {
    throw unavailable(reason);
  });
  if (answer.statusCode === MISDIRECTED) {
    await answer.body.dump();
    return undefined;
  }
  const headers = withoutConnection(Object.entries(answer.headers));
  return {
    status: answer.statusCode,
    headers: { [CELL_HEADER]: String(cell), ...headers },
    body: asWebStream(answer.body),
  };
}

const MISDIRECTED_ANSWER: BodyAnswer = {
  status: MISDIRECTED,
  headers: { "content-length": "0" },
  body: null,
};

const passable = (caller: Caller): PassedCaller | null =>
  caller.kind === "producer" && caller.credential !== "session" && caller.actor.type === "token"
    ? {
        kind: caller.kind,
        producerId: caller.producerId,
        credential: caller.credential,
        actor: { ...caller.actor, type: "token" },
        scopes: caller.scopes && [...caller.scopes],
      }
    : null;

const callerOf = (passed: PassedCaller | null | undefined): Caller =>
  passed ? { ...passed, sandbox: 0 } : ANONYMOUS;

/**
 * Serves a call in the cell that has what it is about: first that of its credential, then that of its item, file or scan. A
 * call is handed on at most once for each. While a producer moves, the call is repeated until one cell serves it.
 * @throws 503 where a cell that is needed does not answer
 */
export async function serveInCells(call: CellCall, here: Here): Promise<BodyAnswer> {
  const { own } = requireCells();
  const { endpoint, pass, address } = call;
  const isReadFirst = endpoint.method === "POST" && !endpoint.upload && !endpoint.streams;
  const body = isReadFirst ? await readBytes(call.request, { maxBytes: MAX_BODY_BYTES }) : undefined;
  const requestOf = () =>
    body === undefined
      ? call.request
      : new Request(call.request.url, {
          method: call.request.method,
          headers: call.request.headers,
          ...(body.byteLength > 0 && { body: Buffer.from(body) }),
        });
  const subject = subjectOf(call, body);
  const known = pass && "caller" in pass ? callerOf(pass.caller) : undefined;
  const credential = known ? undefined : credentialOf(call);
  const isRepeatable = isReadFirst || endpoint.method !== "POST";
  let isCounted = false;

  const elsewhere = async (what: Subject, cell: number, caller: PassedCaller | null | undefined) => {
    const answer = await handOn(call, cell, body, caller);
    if (answer) return answer;
    forgetPlace(...what);
    if (!isRepeatable) throw unavailable(new Error(`Cell ${cell} does not have it.`));
    return undefined;
  };

  /** The caller; undefined where the credential has moved since its place was found. */
  const admitted = async (): Promise<Caller | undefined> => {
    const [outcome] = await Promise.allSettled([here.admit(() => isCounted)]);
    if (outcome.status === "fulfilled" && outcome.value.kind === "producer") return outcome.value;
    if (
      credential &&
      (await knownHere(...credential)) !== own &&
      (await placeOf(...credential)) !== undefined
    )
      return undefined;
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  };

  /** Undefined where the call is to be repeated. */
  const attempt = async (): Promise<BodyAnswer | undefined> => {
    if (credential) {
      const cell = await (pass ? knownHere(...credential) : placeOf(...credential));
      if (pass && cell !== own) return MISDIRECTED_ANSWER;
      if (cell !== undefined && cell !== own) return elsewhere(credential, cell, undefined);
    }
    const caller = known ?? (await admitted());
    if (!caller) return pass && MISDIRECTED_ANSWER;
    isCounted = true;
    // What a sandbox has is in its cell.
    if (subject && sandboxIn({ caller }) === 0) {
      const throttled = <T>(ask: () => Promise<T>) => lookUp({ caller, address }, ask);
      const cell = await (known ? knownHere(...subject) : placeOf(...subject, throttled));
      if (known && cell !== own) return MISDIRECTED_ANSWER;
      if (cell !== undefined && cell !== own) return elsewhere(subject, cell, passable(caller));
    }
    try {
      return await here.serve(caller, requestOf());
    } catch (thrown) {
      if (!hasMoved(thrown)) throw thrown;
      if (pass) return MISDIRECTED_ANSWER;
      if (!isRepeatable) throw unavailable(thrown);
      return undefined;
    }
  };

  for (const endsAt = performance.now() + RETRIES_END_AFTER_MS; ; ) {
    const answer = await attempt();
    if (answer) return answer;
    if (performance.now() > endsAt) throw unavailable(new Error("No cell has the producer of the call."));
    await delay(RETRY_DELAY_MS);
  }
}
