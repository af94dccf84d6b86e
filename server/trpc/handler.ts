import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { AppError } from "@/server/core/errors";
import { refusalOrAway } from "@/server/core/outage";
import { readBytes } from "@/server/http/body";
import { inTime } from "@/server/http/in-time";
import { wrongType } from "@/server/http/input";
import { JsonCounter } from "@/server/http/json-counter";
import { newRequestId } from "@/server/http/request-id";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { visitorOf } from "@/server/identity/visitor";
import { log } from "@/server/platform/log";
import type { RequestContext } from "./init";
import { appRouter } from "./root";

const ENDPOINT = "/api/trpc";
const MAX_BODY_BYTES = 1024 * 1024;
/** Equals the client's maximum batch. */
const MAX_CALLS = 20;

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** A request whose body is read lazily and bounded: only after rate limits and the session were checked. */
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

/**
 * Prepares a request for tRPC.
 *
 * @throws 403 for a POST from another origin, 400 for a POST that is not JSON.
 */
function checked(request: Request): Request {
  if (request.method !== "POST") return request;
  refuseOtherOrigins(request.headers);
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) throw wrongType("application/json");
  return new BoundedRequest(request);
}

/** Replaces a refused request, so that tRPC answers each of its calls with the reason. */
const refusedRequest = ({ url, method }: Request) =>
  method === "POST"
    ? new Request(url, { method, headers: { "content-type": "application/json" }, body: "{}" })
    : new Request(url, { method });

/** The person who calls, or the reason why all calls of the request are refused. */
async function readVisitor(headers: Headers): Promise<Pick<RequestContext, "visitor" | "refusal">> {
  try {
    return { visitor: await inTime(visitorOf(headers)), refusal: undefined };
  } catch (thrown) {
    const refusal = refusalOrAway(thrown);
    if (!refusal) throw thrown;
    return { visitor: undefined, refusal };
  }
}

/** Serves the dashboard's calls. Mutations must be JSON POSTs from the same origin. */
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
    // Queries whose input is too long for an address come as POST.
    allowMethodOverride: true,
    createContext: async ({ resHeaders }) => ({
      requestId,
      headers: request.headers,
      answerHeaders: resHeaders,
      ...(refusal ? { refusal, visitor: undefined } : await readVisitor(request.headers)),
    }),
    responseMeta: () => ({
      headers: new Headers({
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "x-request-id": requestId,
      }),
    }),
    onError: ({ error, path }) => {
      if (getHTTPStatusCodeFromError(error) >= 500)
        log.error({ requestId, path, err: error }, "internal error");
    },
  });
}
