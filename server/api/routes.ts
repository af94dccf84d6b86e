import { RegExpRouter } from "hono/router/reg-exp-router";
import { BASE_PATH } from "@/server/http/input";
import { cellRoutes } from "./cell-routes";
import { liveness, readiness } from "./health";
import { brunoRoutes, openapiRoutes, postmanRoutes } from "./openapi-route";
import type { RouteHandler } from "./receive";
import { endpoints } from "./registry";
import { type Routes, route, unknownPath } from "./route";

/** No path accepts PUT, so its handler serves as the 405 handler for unknown methods. */
const REFUSED_EVERYWHERE = "PUT";

const isApiPath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/** Routes that the front serves besides the endpoints. */
const otherRoutes: [string, Routes][] = [
  [`${BASE_PATH}/openapi.json`, openapiRoutes],
  [`${BASE_PATH}/postman.json`, postmanRoutes],
  [`${BASE_PATH}/bruno.json`, brunoRoutes],
  ["/livez", liveness],
  ["/readyz", readiness],
];

/** Where a request is served: its handler, and the template of its path for metrics. */
interface Route {
  endpoint: string;
  handler: RouteHandler;
}

function routesAt(endpoint: string, routes: Routes): ReadonlyMap<string, Route> {
  return new Map(Object.entries(routes).map(([method, handler]) => [method, { endpoint, handler }]));
}

function table() {
  const router = new RegExpRouter<ReadonlyMap<string, Route>>();
  const paths = new Set(endpoints.map((endpoint) => endpoint.path));
  const routes = [...paths].map((path): [string, Routes] => [
    BASE_PATH + path,
    route(...endpoints.filter((endpoint) => endpoint.path === path)),
  ]);
  for (const [path, handlers] of [...otherRoutes, ...cellRoutes(), ...routes])
    router.add("ALL", path, routesAt(path, handlers));
  return router;
}

/**
 * Builds the lookup of routes for requests that bypass Next; they are the same handlers that the `route.ts` files
 * export. The lookup returns undefined for paths outside the API.
 */
export function createRoutes(): (method: string, path: string) => Route | undefined {
  const router = table();
  const unknown = routesAt("unknown", unknownPath);
  return (method, path) => {
    const routes = router.match("ALL", path)[0][0]?.[0];
    if (routes) return routes.get(method) ?? routes.get(REFUSED_EVERYWHERE);
    return isApiPath(path) ? (unknown.get(method) ?? unknown.get("GET")) : undefined;
  };
}
