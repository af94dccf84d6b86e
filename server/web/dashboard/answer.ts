import { AppError } from "@/server/core/errors";
import { inTime } from "@/server/http/in-time";
import { isOurs, type Problem, problemOf, refusalOf } from "@/server/http/problem";
import { newRequestId } from "@/server/http/request-id";
import { PRODUCER_HEADER } from "@/server/identity/from-session";
import { refuseDemoVisitor, type Visitor, visitorOf } from "@/server/identity/visitor";
import { isId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";

/** The refusal without a session; `AppError` has no such kind because the API has no sessions. */
class NotSignedIn extends Error {}

const COMMON_HEADERS = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

export const jsonAnswer = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { ...COMMON_HEADERS, ...headers } });

function problemAnswer(thrown: unknown, path: string, requestId: string): Response {
  if (thrown instanceof NotSignedIn) {
    const refusal = new AppError(
      "forbidden",
      "not-signed-in",
      "No person is signed in, or the session has ended.",
    );
    const problem: Problem = { ...problemOf(refusal, path, requestId), title: "Unauthorized", status: 401 };
    return jsonAnswer(401, problem, { "content-type": "application/problem+json" });
  }
  const refusal = refusalOf(thrown);
  if (isOurs(refusal)) log.error({ requestId, path, err: thrown }, `${refusal.kind} error`);
  const problem = problemOf(refusal, path, requestId);
  return jsonAnswer(problem.status, problem, {
    "content-type": "application/problem+json",
    "x-request-id": requestId,
    ...refusal.details.headers,
  });
}

/** Applies `?producer=`: browsers request pictures and event streams without custom headers. */
function headersOf(request: Request): Headers {
  const producer = new URL(request.url).searchParams.get("producer");
  if (!producer || !isId(producer)) return request.headers;
  const headers = new Headers(request.headers);
  headers.set(PRODUCER_HEADER, producer);
  return headers;
}

const READING = new Set(["GET", "HEAD"]);

/** Answers a request that needs a session; every error becomes problem+json. Visitors of the public demo only read. */
export async function answeringVisitor(
  request: Request,
  work: (visitor: Visitor, requestId: string) => Promise<Response>,
): Promise<Response> {
  const requestId = newRequestId();
  try {
    const visitor = await inTime(visitorOf(headersOf(request)));
    if (!visitor) throw new NotSignedIn();
    if (!READING.has(request.method)) refuseDemoVisitor(visitor.signedIn);
    return await work(visitor, requestId);
  } catch (thrown) {
    return problemAnswer(thrown, new URL(request.url).pathname, requestId);
  }
}
