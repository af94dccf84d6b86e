import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { type ErrorKind, refusalIn, STATUS_OF } from "@/server/core/errors";
import { refuseDemoCode } from "@/server/domain/public-demo/read-only";
import { fileInTime, inTime } from "@/server/http/in-time";
import { splitUrl } from "@/server/http/input";
import { newRequestId } from "@/server/http/request-id";
import { callerNetwork, seenAddress } from "@/server/platform/caller-network";
import { log } from "@/server/platform/log";
import { openCtx } from "@/server/runtime/runtime";

/** A request for the verify page of an item. */
export interface Visitor {
  ctx: Ctx;
  identifier: string;
  request: Request;
  address: string | undefined;
}

/** The reason why a page has no content: a refusal, or `internal` while the service cannot answer. */
export interface Refused {
  refused: ErrorKind;
  /** The reason in one word; undefined for `internal`. */
  code?: string;
  status: number;
  /** Seconds until a retry makes sense, if known. */
  retryAfter: string | undefined;
}

/** Returns the identifier after `/v/`; the URL was validated before. */
const identifierOf = (request: Request) => decodeURIComponent(splitUrl(request.url).path.split("/")[2] ?? "");

/** Handles a request for the verify page within the timeout; every error becomes a refusal. Forms about codes of the public demo are refused. */
export const forVisitor = <T>(
  request: Request,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T | Refused> => answered(request, (visitor) => inTime(work(visitor)));

/** As `forVisitor`, for a form with a file: receiving it has its own time limit, and the work the one of files. */
export const forUpload = <Form, T>(
  request: Request,
  receive: (visitor: Visitor) => Promise<Form>,
  work: (visitor: Visitor, form: Form) => Promise<T>,
): Promise<T | Refused> =>
  answered(request, async (visitor) => {
    const form = await receive(visitor);
    return fileInTime(work(visitor, form));
  });

async function answered<T>(request: Request, work: (visitor: Visitor) => Promise<T>): Promise<T | Refused> {
  const requestId = newRequestId();
  try {
    const ctx: Ctx = openCtx(ANONYMOUS, requestId, callerNetwork());
    const visitor = { ctx, identifier: identifierOf(request), request, address: seenAddress() };
    if (request.method === "POST") await refuseDemoCode(ctx, visitor.identifier);
    return await work(visitor);
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal) {
      const retryAfter = refusal.details.headers?.["retry-after"];
      return { refused: refusal.kind, code: refusal.code, status: STATUS_OF[refusal.kind], retryAfter };
    }
    log.error({ requestId, err: thrown }, "verify page failed");
    return { refused: "internal", status: 503, retryAfter: "5" };
  }
}
