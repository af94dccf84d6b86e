import { RegExpRouter } from "hono/router/reg-exp-router";
import { BASE_PATH } from "@/server/http/input";
import type { RouteHandler } from "./handler";
import { liveness, readiness } from "./health";
import { openapiRoutes } from "./openapi-route";
import { endpoints } from "./registry";
import { type Routes, route, unknownPath } from "./route";

/** No path takes it: its handler is the one that refuses methods. */
const REFUSED_EVERYWHERE = "PUT";

const isOfInterface = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/** What the lane serves besides the endpoints. */
const others: [string, Routes][] = [
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
  for (const [path, handlers] of [...others, ...routes])
    router.add("ALL", path, new Map(Object.entries(handlers)));
  return router;
}

/**
 * Finds the handler of a request, past Next: the very handlers that the `route.ts` files export. Nothing where the path
 * is not the interface's.
 */
export function createRoutes(): (method: string, path: string) => RouteHandler | undefined {
  const router = table();
  const unknown = new Map<string, RouteHandler>(Object.entries(unknownPath));
  return (method, path) => {
    const handlers = router.match("ALL", path)[0][0]?.[0];
    if (handlers) return handlers.get(method) ?? handlers.get(REFUSED_EVERYWHERE);
    return isOfInterface(path) ? (unknown.get(method) ?? unknown.get("GET")) : undefined;
  };
}
