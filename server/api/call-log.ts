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
}

function pathIn(url: string): string {
  const { path, query } = splitUrl(url);
  const own = path.slice(BASE_PATH.length);
  const shown = query === "" ? own : `${own}?${redactedQuery(query.slice(0, MAX_QUERY_CHARACTERS))}`;
  return shown.slice(0, MAX_PATH_CHARACTERS).toWellFormed();
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
export function callLogOf({
  path,
}: Pick<Endpoint, "path">): ((request: Request, seen: Seen, answered: Answered) => void) | undefined {
  if (!recordsCalls) return undefined;
  const endpoint = path.replaceAll(/:(\w+)/g, "{$1}") || "/";
  return (request, { caller, body }, { status, requestId, ms, body: answer }) => {
    if (caller?.kind !== "producer") return;
    const isFailed = status >= 400;
    const problem = isFailed ? parsed(answer) : undefined;
    const details = (): Details => ({
      path: pathIn(request.url),
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
        ms,
        requestId,
        code: codeIn(problem),
      },
      details,
    );
  };
}
