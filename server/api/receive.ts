import { unavailable } from "@/server/core/errors";
import { callerAddress } from "@/server/http/address";
import { splitUrl } from "@/server/http/input";
import { answering, type BodyAnswer } from "@/server/http/respond";
import { seenAddress } from "@/server/platform/caller-network";
import { cells, PASS_HEADER, type Pass, passIn } from "@/server/platform/cells";
import type { RecordCall, Seen } from "./call-log";

/**
 * Serves one method of one path. Next passes the path parameters, the HTTP front the socket's address and the id of a traced
 * request.
 */
export type RouteHandler = (request: Request, context?: RouteContext) => Promise<Response>;

interface RouteContext {
  params?: Promise<unknown>;
  remoteAddress?: string | undefined;
  requestId?: string | undefined;
}

/** A request as the work on it needs it. */
export interface Received {
  request: Request;
  requestId: string;
  address: string | undefined;
  path: string;
  query: string;
  /** Where another cell has handed the call on. */
  pass: Pass | undefined;
  /** For the request log. */
  seen: Seen;
}

/** The pass of a call that another cell hands on. @throws 503 where it is not valid, or this build does not understand it */
function passOf({ method, headers, url }: Request): Pass | undefined {
  const header = headers.get(PASS_HEADER);
  if (!cells() || header === null) return undefined;
  const { path, query } = splitUrl(url);
  try {
    const pass = passIn(header, `${method} ${query ? `${path}?${query}` : path}`);
    // As a new call it could be handed on again and again.
    if (!pass) throw new Error("The pass of a cell is not valid.");
    return pass;
  } catch (thrown) {
    throw unavailable(thrown);
  }
}

/** The caller's address; behind Next, which hides the socket, the one that the front has seen. */
const addressOf = ({ headers }: Request, context: RouteContext | undefined) =>
  context?.remoteAddress === undefined ? seenAddress() : callerAddress(headers, context.remoteAddress);

/** Answers a request by `work`, and records it in the request log. */
export function receive(
  request: Request,
  context: RouteContext | undefined,
  record: RecordCall | undefined,
  work: (received: Received) => Promise<BodyAnswer>,
): Promise<Response> {
  let pass: Pass | undefined;
  try {
    pass = passOf(request);
  } catch (thrown) {
    return answering(request, () => Promise.reject(thrown), context?.requestId);
  }
  const seen: Seen = {};
  return answering(
    request,
    (requestId) => {
      const address = pass ? pass.address : addressOf(request, context);
      const { path, query } = splitUrl(request.url);
      return work({ request, requestId, address, path, query, pass, seen });
    },
    pass?.requestId ?? context?.requestId,
    record && ((answered) => record(request, seen, answered)),
  );
}
