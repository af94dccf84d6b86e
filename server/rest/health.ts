import { sql } from "drizzle-orm";
import { migrationsOfThisBuild } from "@/server/platform/build-info";
import { runtime } from "@/server/runtime";
import type { RouteHandler } from "./handler";
import { verbosely } from "./loop-health";
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

interface State extends Record<string, unknown> {
  applied: number;
  durable: boolean;
}

let isStopping = false;

/** From now on `/readyz` says that the process is about to stop. */
export function announceStop(): void {
  isStopping = true;
}

/** What keeps the service from working, or nothing. */
async function obstacle(): Promise<string | undefined> {
  if (isStopping) return "stopping";
  try {
    const [state] = await runtime().database.db.execute<State>(sql`
      select (select count(*)::int from drizzle.__drizzle_migrations) as applied,
        current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
          and current_setting('synchronous_commit') <> 'off' as durable`);
    if (!state || state.applied < migrationsOfThisBuild()) return "the database is not migrated";
    if (!state.durable)
      return "the database does not keep what it acknowledges (fsync, full_page_writes or synchronous_commit is off)";
    return undefined;
  } catch {
    return "the database is not reachable";
  }
}

/** The process answers. */
export const liveness = getOnly(async () => answer(200, { status: "alive" }));

/** The database is reachable, migrated and durable; else 503, and why. */
export const readiness = getOnly(async (request) => {
  const reason = await obstacle();
  const more = await verbosely(request);
  return reason === undefined
    ? answer(200, { status: "ready", ...more })
    : answer(503, { status: "not ready", reason, ...more });
});
