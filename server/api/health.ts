import type { RouteHandler } from "./handler";
import { verbosely } from "./loop-health";
import { readinessFault } from "./readiness";
import type { Routes } from "./route";

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });

const refuseMethod: RouteHandler = async () =>
  new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });

const getOnly = (get: RouteHandler): Routes => ({
  GET: get,
  HEAD: async (request, context) => new Response(null, { status: (await get(request, context)).status }),
  POST: refuseMethod,
  PUT: refuseMethod,
  PATCH: refuseMethod,
  DELETE: refuseMethod,
  OPTIONS: refuseMethod,
});

let isStopping = false;

/** Makes `/readyz` answer 503 "stopping" from now on. */
export function announceStop(): void {
  isStopping = true;
}

/** Liveness: 200 while the process answers requests. */
export const liveness = getOnly(async () => answer(200, { status: "alive" }));

/**
 * Readiness: 200 if the database is reachable, migrated, durable and writable and the disk has room; else 503 with the
 * reason. Answers within a second.
 */
export const readiness = getOnly(async (request) => {
  // Both checks run in parallel: in sequence they could exceed one second.
  const [reason, more] = await Promise.all([isStopping ? "stopping" : readinessFault(), verbosely(request)]);
  return reason === undefined
    ? answer(200, { status: "ready", ...more })
    : answer(503, { status: "not ready", reason, ...more });
});
