import { ANONYMOUS } from "@/server/core/caller";
import type { Ctx } from "@/server/core/ctx";
import { type ErrorKind, refusalIn, STATUS_OF } from "@/server/core/errors";
import { inTime } from "@/server/http/in-time";
import { splitUrl } from "@/server/http/input";
import { newRequestId } from "@/server/http/request-id";
import { callerNetwork, seenAddress } from "@/server/platform/caller-network";
import { log } from "@/server/platform/log";
import { openCtx } from "@/server/runtime/runtime";

/** Whoever looks at the public page of an item. */
export interface Visitor {
  ctx: Ctx;
  identifier: string;
  request: Request;
  address: string | undefined;
}

/** Why a page has no answer: a refusal, or, as `internal`, that the service does not answer just now. */
export interface Refused {
  refused: ErrorKind;
  status: number;
  /** Seconds until it is worth another try, where that is known. */
  retryAfter: string | undefined;
}

/** What stands after `/v/`; the whole of the address was found well-formed before. */
const identifierOf = (request: Request) => decodeURIComponent(splitUrl(request.url).path.split("/")[2] ?? "");

/** Does the work of a request for the page of an item; in time, and whatever is thrown becomes a refusal. */
export async function forVisitor<T>(
  request: Request,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T | Refused> {
  const requestId = newRequestId();
  try {
    const ctx: Ctx = openCtx(ANONYMOUS, requestId, callerNetwork());
    return await inTime(work({ ctx, identifier: identifierOf(request), request, address: seenAddress() }));
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal) {
      const retryAfter = refusal.details.headers?.["retry-after"];
      return { refused: refusal.kind, status: STATUS_OF[refusal.kind], retryAfter };
    }
    log.error({ requestId, err: thrown }, "no answer on the page of an item");
    return { refused: "internal", status: 503, retryAfter: "5" };
  }
}
