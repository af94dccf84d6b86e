import { RegExpRouter } from "hono/router/reg-exp-router";
import { BASE_PATH } from "@/server/http/input";
import type { RouteHandler } from "./handler";
import { liveness, readiness } from "./health";
import { openapiRoutes } from "./openapi-route";
import { endpoints } from "./registry";
import { type Routes, route, unknownPath } from "./route";

/** No path accepts PUT, so its handler serves as the 405 handler for unknown methods. */
const REFUSED_EVERYWHERE = "PUT";

const isApiPath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/** Routes that the front serves besides the endpoints. */
const otherRoutes: [string, Routes][] = [
  [`${BASE_PATH}/openapi.json`, openapiRoutes],
  ["/livez", liveness],
  ["/readyz", readiness],
];

function table() {
  const router = new RegExpRouter<ReadonlyMap<string, RouteHandler>>();
  const paths = new Set(endpoints.map((endpoint) => endpoint.path));
  const routes = [...paths].map((path): [string, Routes] => [
    BASE_PATH + path,
    route(...endpoints.filter((endpoint) => endpoint.path === path)),
  ]);
  for (const [path, handlers] of [...otherRoutes, ...routes])
    router.add("ALL", path, new Map(Object.entries(handlers)));
  return router;
}

/**
 * Builds the lookup of handlers for requests that bypass Next; they are the same handlers that the `route.ts` files
 * export. The lookup returns undefined for paths outside the API.
 */
export function createRoutes(): (method: string, path: string) => RouteHandler | undefined {
  const router = table();
  const unknown = new Map<string, RouteHandler>(Object.entries(unknownPath));
  return (method, path) => {
    const handlers = router.match("ALL", path)[0][0]?.[0];
    if (handlers) return handlers.get(method) ?? handlers.get(REFUSED_EVERYWHERE);
    return isApiPath(path) ? (unknown.get(method) ?? unknown.get("GET")) : undefined;
  };
}
