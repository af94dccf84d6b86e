import type { Caller } from "@/server/core/caller";
import { isRecord } from "@/server/core/is-record";
import type { Details } from "@/server/domain/api-calls/buffer";
import { recordCall, recordsCalls } from "@/server/domain/api-calls/record";
import { redactedJson, redactedQuery } from "@/server/domain/api-calls/redact";
import { BASE_PATH, splitUrl } from "@/server/http/input";
import type { Answered } from "@/server/http/respond";
import { runtime } from "@/server/runtime/runtime";
import type { Endpoint } from "./endpoint";

const MAX_PATH_CHARACTERS = 1_000;
const MAX_QUERY_CHARACTERS = 1_000;

/** What the handler learns of a call on its way. */
export interface Seen {
  caller?: Caller;
  /** Of a JSON request, uploads aside. */
  body?: unknown;
  /** How the log shows the path, where it is not that of the request. */
  path?: string;
  /** The problem of a refused call whose answer has the status 200. */
  problem?: { status: number } | undefined;
}

/** Records an answered call. */
export type RecordCall = (request: Request, seen: Seen, answered: Answered) => void;

/** The path and the query of a URL, without what the database cannot store. */
function pathIn(url: string): string {
  const { path, query } = splitUrl(url);
  const own = path.startsWith(BASE_PATH) ? path.slice(BASE_PATH.length) : path;
  const shown = query === "" ? own : `${own}?${redactedQuery(query.slice(0, MAX_QUERY_CHARACTERS))}`;
  return shown.slice(0, MAX_PATH_CHARACTERS).toWellFormed().replaceAll("\0", "\ufffd");
}

/** The JSON of an answer; undefined for one that another cell streams, and for files. */
function parsed(body: Answered["body"]): unknown {
  if (typeof body !== "string") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const codeIn = (problem: unknown) =>
  isRecord(problem) && typeof problem.code === "string" ? problem.code : null;

/**
 * Returns the function that records the answered calls of an endpoint in the request log: those of tokens and owner keys, in
 * the cell of their producer. Undefined where calls are not recorded.
 */
export function callLogOf({ path }: Pick<Endpoint, "path">): RecordCall | undefined {
  if (!recordsCalls) return undefined;
  const endpoint = path.replaceAll(/:(\w+)/g, "{$1}") || "/";
  return (request, seen, answered) => {
    const { caller, body } = seen;
    if (caller?.kind !== "producer") return;
    const status = seen.problem?.status ?? answered.status;
    const isFailed = status >= 400;
    const problem = isFailed ? (seen.problem ?? parsed(answered.body)) : undefined;
    const details = (): Details => ({
      path: seen.path ?? pathIn(request.url),
      requestBody: isFailed && body !== undefined ? redactedJson(body) : null,
      answerBody: problem === undefined ? null : redactedJson(problem),
    });
    recordCall(
      runtime().database.db,
      {
        producerId: caller.producerId,
        tokenId: caller.actor.id,
        method: request.method,
        endpoint,
        status,
        ms: answered.ms,
        requestId: answered.requestId,
        code: codeIn(problem),
      },
      details,
    );
  };
}
