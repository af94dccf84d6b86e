import { readinessFaults } from "./readiness";
import type { RouteHandler } from "./receive";
import type { Routes } from "./route";
import { readMore, verbosely } from "./verbose-health";

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
 * reason. A file store that is away does not count: every call without bytes works. Answers within a second.
 */
export const readiness = getOnly(async (request) => {
  const isVerbose = new URL(request.url).searchParams.has("verbose");
  // All checks run in parallel: in sequence they could exceed one second.
  const [faults, more] = await Promise.all([readinessFaults(), isVerbose ? readMore() : undefined]);
  const reason = isStopping ? "stopping" : (faults.migrations ?? faults.database ?? faults.disk);
  const details = more && verbosely(faults, more);
  return reason === undefined
    ? answer(200, { status: "ready", ...details })
    : answer(503, { status: "not ready", reason, ...details });
});
