import type { IncomingMessage, ServerResponse } from "node:http";
import { beginSpan, isTracing } from "@/server/platform/traces";
import { METHODS } from "./request-metrics";

/** Requests of load balancers, and for files of pages. */
const UNTRACED = new Set(["/livez", "/readyz", "/_next", "/downloads", "/map"]);

/** Why a request failed at the service, if it did. */
const failureOf = ({ statusCode, writableFinished }: ServerResponse) =>
  !writableFinished ? "aborted" : statusCode >= 500 ? String(statusCode) : undefined;

/**
 * Begins the span of a request and ends it with its answer; returns the request's id if it is traced. The span has method,
 * template of the path and status: no path, query, address or header, since those identify people and objects.
 */
export function traceRequest(
  { method = "", headers }: IncomingMessage,
  response: ServerResponse,
  endpoint: string,
): string | undefined {
  if (!isTracing || UNTRACED.has(endpoint)) return undefined;
  const name = METHODS.has(method) ? method : "_OTHER";
  const span = beginSpan(`${name} ${endpoint}`, {
    kind: "server",
    // Several of them are joined by commas, which is malformed.
    parent: headers.traceparent?.toString(),
    attributes: { "http.request.method": name, "http.route": endpoint },
  });
  if (!span) return undefined;
  response.once("close", () =>
    span.end({
      attributes: { "http.response.status_code": response.statusCode },
      failure: failureOf(response),
    }),
  );
  return span.id;
}
