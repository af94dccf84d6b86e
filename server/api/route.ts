import { AppError } from "@/server/core/errors";
import { Answer } from "@/server/http/answer";
import { answering, COMMON_HEADERS, successAnswer } from "@/server/http/respond";
import type { Endpoint } from "./endpoint";
import { handlerOf } from "./handler";
import type { RouteHandler } from "./receive";

export type RouteMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
export type Routes = Record<RouteMethod, RouteHandler>;

const ALLOWED_HEADERS =
  "content-type, an-api-token, an-api-key-owner, an-api-client-locale, idempotency-key, range, if-range, if-none-match, traceparent";

/**
 * Builds the handlers of one path: its endpoints, HEAD as GET without a body (unless that GET changes something),
 * preflight, and 405 for other methods. All endpoints must have the same path.
 */
export function route(...endpoints: Endpoint[]): Routes {
  const byMethod = new Map<string, RouteHandler>();
  for (const endpoint of endpoints) {
    const handler = handlerOf(endpoint);
    byMethod.set(endpoint.method, handler);
    if (endpoint.method === "GET" && !endpoint.changes) byMethod.set("HEAD", headOf(handler));
  }
  return routesOf(byMethod);
}

/** Builds the handlers of a path that serves one JSON document. */
export function documentRoutes(document: () => object): Routes {
  const get: RouteHandler = (request, context) =>
    answering(request, async () => successAnswer(new Answer(document())), context?.requestId);
  return routesOf(
    new Map([
      ["GET", get],
      ["HEAD", headOf(get)],
    ]),
  );
}

/** The handlers of a path by method, its preflight, and 405 for others. `further` are headers that web pages may send, too. */
export function routesOf(byMethod: Map<string, RouteHandler>, further = ""): Routes {
  const allow = [...byMethod.keys(), "OPTIONS"].join(", ");
  const refuse = refuseMethod(allow);
  const of = (method: RouteMethod) => byMethod.get(method) ?? refuse;
  return {
    GET: of("GET"),
    HEAD: of("HEAD"),
    POST: of("POST"),
    PUT: refuse,
    PATCH: refuse,
    DELETE: of("DELETE"),
    OPTIONS: preflight(allow, further),
  };
}

function withoutRange({ url, headers }: Request): Request {
  const others = new Headers(headers);
  others.delete("range");
  return new Request(url, { headers: others });
}

const headOf =
  (get: RouteHandler): RouteHandler =>
  async (request, context) => {
    // RFC 9110 defines ranges for GET only.
    const whole = request.headers.has("range") ? withoutRange(request) : request;
    const { status, headers, body } = await get(whole, context);
    await body?.cancel();
    return new Response(null, { status, headers });
  };

const refuseMethod =
  (allow: string): RouteHandler =>
  (request, context) => {
    const refuse = async () => {
      const message = `This path takes ${allow}, not ${request.method}.`;
      throw new AppError("methodNotAllowed", "method-not-allowed", message, { headers: { allow } });
    };
    return answering(request, refuse, context?.requestId);
  };

const preflight =
  (allow: string, further = ""): RouteHandler =>
  async () =>
    new Response(null, {
      status: 204,
      headers: {
        ...COMMON_HEADERS,
        allow,
        "access-control-allow-methods": allow,
        "access-control-allow-headers": further ? `${ALLOWED_HEADERS}, ${further}` : ALLOWED_HEADERS,
        "access-control-max-age": "86400",
      },
    });

const refusePath: RouteHandler = (request, context) => {
  const refuse = async () => {
    throw new AppError(
      "notFound",
      "unknown-path",
      "No call of this interface has this path. /api/v2/openapi.json lists them.",
    );
  };
  return answering(request, refuse, context?.requestId);
};

/** Handlers of unknown paths below `/api/v2`: 404, or the preflight. */
export const unknownPath: Routes = {
  GET: refusePath,
  HEAD: refusePath,
  POST: refusePath,
  PUT: refusePath,
  PATCH: refusePath,
  DELETE: refusePath,
  OPTIONS: preflight("GET, POST, DELETE, OPTIONS"),
};
