import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "@/server/core/errors";
import { readBytes } from "@/server/http/body";
import { inTime } from "@/server/http/in-time";
import { wrongType } from "@/server/http/input";
import { JsonCounter } from "@/server/http/json-counter";
import { newRequestId } from "@/server/http/request-id";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { visitorOf } from "@/server/identity/visitor";
import { log } from "@/server/platform/log";
import { appRouter } from "./root";

const ENDPOINT = "/api/trpc";
const MAX_BODY_BYTES = 1024 * 1024;
/** The client sends at most as many together. */
const MAX_CALLS = 20;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** A request whose body is read, within bounds, once a call asks for its input: after limits and sign-in were looked at. */
class BoundedRequest extends Request {
  constructor(private readonly original: Request) {
    super(original.url, { method: original.method, headers: original.headers });
  }

  override async json(): Promise<unknown> {
    const bytes = await readBytes(this.original, {
      maxBytes: MAX_BODY_BYTES,
      onChunk: new JsonCounter(MAX_BODY_BYTES).feed,
    });
    return JSON.parse(Buffer.from(bytes).toString());
  }
}

/** The request as tRPC is given it, where one that changes something comes from our own pages, as JSON. */
function checked(request: Request): Request {
  if (request.method !== "POST") return request;
  refuseOtherOrigins(request.headers);
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) throw wrongType("application/json");
  return new BoundedRequest(request);
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
  let req: Request;
  try {
    req = checked(request);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    refusal = thrown;
    req = refusedRequest(request);
  }
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    req,
    router: appRouter,
    maxBatchSize: MAX_CALLS,
    createContext: async ({ resHeaders }) => ({
      requestId,
      headers: request.headers,
      answerHeaders: resHeaders,
      refusal,
      visitor: refusal ? undefined : await inTime(visitorOf(request.headers)),
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
