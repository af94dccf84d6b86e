import { performance } from "node:perf_hooks";
import { type AppError, STATUS_OF } from "@/server/core/errors";
import { extended } from "@/server/core/extended";
import { JsonText } from "@/server/data/json-text";
import type { Answer } from "@/server/http/answer";
import { log } from "@/server/platform/log";
import { splitUrl } from "./input";
import { encodedInParts, isLong } from "./long-texts";
import { isOurs, problemOf, refusalOf } from "./problem";
import { newRequestId } from "./request-id";

/** An answer in its sent form. */
export interface BodyAnswer<Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null> {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

/** An answer whose body is text, so that it can be stored and sent again. */
export type SentAnswer = BodyAnswer<string | null>;

const EXPOSED_HEADERS =
  "x-request-id, link, content-language, content-length, content-range, content-disposition, retry-after, etag, idempotency-replayed, deprecation, assay-cell, assay-cursor";

/** Headers of every answer: any web page may call without browser credentials; caches store nothing. */
export const COMMON_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": EXPOSED_HEADERS,
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
};

/** The answer of a call that succeeded: its JSON, or an empty body. */
export const successAnswer = ({ body, headers }: Answer<unknown>): SentAnswer =>
  body === undefined
    ? { status: 200, headers: { ...headers, "content-length": "0" }, body: null }
    : {
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8", ...headers },
        body: body instanceof JsonText ? body.text : JSON.stringify(body),
      };

function refusalAnswer(refusal: AppError, instance: string, requestId: string): SentAnswer {
  return {
    status: STATUS_OF[refusal.kind],
    headers: { "content-type": "application/problem+json", ...refusal.details.headers },
    body: JSON.stringify(problemOf(refusal, instance, requestId)),
  };
}

const headersOf = ({ headers }: BodyAnswer, requestId: string) =>
  extended(COMMON_HEADERS, extended(headers, { "x-request-id": requestId }));

/** An answer in the form that handlers return. */
export const responseOf = ({ status, headers, body }: BodyAnswer) => new Response(body, { status, headers });

/** Turns an error into a problem. Logs errors of the service. */
function problemAnswer(thrown: unknown, path: string, requestId: string): SentAnswer {
  const refusal = refusalOf(thrown);
  if (isOurs(refusal)) log.error({ requestId, err: thrown }, `${refusal.kind} error`);
  return refusalAnswer(refusal, path, requestId);
}

/** The answer to a request that did not reach a call. */
export function refuse(thrown: unknown): SentAnswer {
  const requestId = newRequestId();
  const answer = problemAnswer(thrown, "", requestId);
  log.info({ requestId, status: answer.status });
  return { ...answer, headers: headersOf(answer, requestId) };
}

/** The outcome of a request. */
export interface Answered extends Pick<BodyAnswer, "status" | "body"> {
  requestId: string;
  /** From the first to the last step of the work, in milliseconds. */
  ms: number;
}

/**
 * Runs `work` for a request. Turns errors into problems, logs the outcome and passes it to `note`. A traced request has an id
 * already.
 */
export async function answering(
  request: Request,
  work: (requestId: string) => Promise<BodyAnswer>,
  requestId = newRequestId(),
  note?: (answered: Answered) => void,
): Promise<Response> {
  const started = performance.now();
  const { path } = splitUrl(request.url);
  let answer: BodyAnswer;
  try {
    answer = await work(requestId);
  } catch (thrown) {
    answer = problemAnswer(thrown, path, requestId);
  }
  const ms = Math.round(performance.now() - started);
  log.info({ requestId, method: request.method, path, status: answer.status, ms });
  note?.({ requestId, status: answer.status, ms, body: answer.body });
  const body = isLong(answer.body) ? await encodedInParts(answer.body) : answer.body;
  return new Response(body, { status: answer.status, headers: headersOf(answer, requestId) });
}
