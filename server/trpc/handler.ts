import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { refuseOtherOrigins } from "@/server/dashboard/same-origin";
import { visitorOf } from "@/server/dashboard/visitor";
import { deadlineIn } from "@/server/domain/shared/within";
import { AppError } from "@/server/errors";
import { log } from "@/server/platform/log";
import { ANSWERED_WITHIN_MS } from "@/server/rest/in-time";
import { readBytes, wrongType } from "@/server/rest/input";
import { newRequestId } from "@/server/rest/request-id";
import { appRouter } from "./root";

const ENDPOINT = "/api/trpc";
const MOST_BODY_BYTES = 1024 * 1024;
/** The client sends at most as many together. */
const MOST_CALLS = 20;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** The request with its body received, where one that changes something comes from our own pages, as JSON. */
async function checked(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  refuseOtherOrigins(request.headers);
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) throw wrongType("application/json");
  const body = Buffer.from(await readBytes(request, MOST_BODY_BYTES));
  return new Request(request.url, { method: "POST", headers: request.headers, body });
}

/** What stands in for a request that is refused: each of its calls is told why. */
const refusedRequest = ({ url, method }: Request) =>
  method === "POST"
    ? new Request(url, { method, headers: { "content-type": "application/json" }, body: "{}" })
    : new Request(url, { method });

/** Serves the calls of the dashboard's pages. Changes are taken by POST, as JSON, from the same origin alone. */
export async function serveTrpc(request: Request): Promise<Response> {
  const requestId = newRequestId();
  let refusal: AppError | undefined;
  const req = await checked(request).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError)) throw thrown;
    refusal = thrown;
    return refusedRequest(request);
  });
  const deadline = deadlineIn(ANSWERED_WITHIN_MS);
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req,
    router: appRouter,
    maxBatchSize: MOST_CALLS,
    createContext: async ({ resHeaders }) => ({
      requestId,
      headers: request.headers,
      answerHeaders: resHeaders,
      refusal,
      deadline,
      visitor: refusal ? undefined : await deadline.meet(visitorOf(request.headers), "No session"),
    }),
    responseMeta: () => ({
      headers: new Headers({
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": requestId,
      }),
    }),
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR")
        log.error({ requestId, path, err: error }, "internal error");
    },
  });
}
