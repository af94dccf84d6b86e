import type { RouteHandler } from "./handler";
import { verbosely } from "./loop-health";
import { readinessFault } from "./readiness";
import type { Routes } from "./route";

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });

const refused: RouteHandler = async () =>
  new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });

const getOnly = (get: RouteHandler): Routes => ({
  GET: get,
  HEAD: async (request, context) => new Response(null, { status: (await get(request, context)).status }),
  POST: refused,
  PUT: refused,
  PATCH: refused,
  DELETE: refused,
  OPTIONS: refused,
});

let isStopping = false;

/** From now on `/readyz` says that the process is about to stop. */
export function announceStop(): void {
  isStopping = true;
}

/** The process answers. */
export const liveness = getOnly(async () => answer(200, { status: "alive" }));

/** The database is reachable, migrated, durable and takes writes, and the disk has room; else 503, and why. Within a second. */
export const readiness = getOnly(async (request) => {
  // Beside each other: one after the other, they could take longer than a second.
  const [reason, more] = await Promise.all([isStopping ? "stopping" : readinessFault(), verbosely(request)]);
  return reason === undefined
    ? answer(200, { status: "ready", ...more })
    : answer(503, { status: "not ready", reason, ...more });
});
