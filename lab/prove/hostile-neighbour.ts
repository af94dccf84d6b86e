import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "postgres";
import { Agent, request } from "undici";
import { z } from "zod";
import { newItems, openClient } from "./client";
import type { Home } from "./home";
import { atMost, type Check, exactly, quantile, type Report, type Scale } from "./report";

const HOSTILE_CONNECTIONS = 20;
const MAX_FACTOR = 3;
const PAUSE_MS = 25;
const SIZES = {
  // Few calls on a busy machine: their slowest is noise, and so are times below the floor.
  scaled: { wideScans: 40, rounds: 2, seconds: 3, warmUpSeconds: 2, share: 0.9, floorMs: 100 },
  full: { wideScans: 600, rounds: 4, seconds: 15, warmUpSeconds: 5, share: 0.99, floorMs: 0 },
};
const VALUES_OF_A_SCAN = 150_000;

/** Proves R11: one producer at its worst delays no other caller. */
export const hostileNeighbour = (home: Home, scale: Scale): Promise<Report> => measure(home, SIZES[scale]);

/** The control: every tenant may take all connections to the database. */
export const controlHostileNeighbour = (home: Home): Promise<Report> =>
  measure(home, SIZES.scaled, { DATABASE_SHARES: "off" });

/** Inserts scans of an item with a megabyte of small values each, as older versions accepted them, and checkpoints. */
async function insertWideScans(sql: Sql, identifier: string, count: number): Promise<void> {
  await sql`
    with wide as materialized (select jsonb_build_object('values', jsonb_agg(n)) as data from generate_series(1, ${VALUES_OF_A_SCAN}::int) n)
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, data)
    select gen_random_uuid(), items.id, producer_id, identifier, now() - n * interval '1 second', 'original', wide.data
    from items, wide, generate_series(1, ${count}::int) n where identifier = ${identifier}`;
  await sql`vacuum analyze scans`;
  await sql`checkpoint`;
}

interface Call {
  method?: "GET" | "POST";
  path: string;
  token?: string;
  body?: object;
}

/** Sends a call and discards the response; returns the status, 0 without a complete response. */
async function send(
  dispatcher: Agent,
  url: string,
  { method = "GET", path, token, body }: Call,
): Promise<number> {
  try {
    const answer = await request(url + path, {
      dispatcher,
      method,
      headers: {
        ...(token === undefined ? {} : { "an-api-token": token }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    for await (const _ of answer.body);
    return answer.statusCode;
  } catch {
    return 0;
  }
}

const Statuses = z.array(z.tuple([z.number(), z.number()]));

/** Calls the paths repeatedly on `HOSTILE_CONNECTIONS` connections. Returns a function that stops it and adds up the statuses. */
function startHostility(url: string, paths: string[], token: string, statuses: Map<number, number>) {
  const clients = { url, paths, token, connections: HOSTILE_CONNECTIONS, pauseMs: PAUSE_MS };
  const child = fork("lab/prove/hostile-clients.mjs", [JSON.stringify(clients)], { execArgv: [] });
  const ended = once(child, "message");
  return async () => {
    child.send("stop");
    const [counts] = await ended;
    for (const [status, count] of Statuses.parse(counts))
      statuses.set(status, (statuses.get(status) ?? 0) + count);
  };
}

interface Sampled {
  ms: number[];
  refused: number;
}

/** Measures each kind of call, made one after the other with pauses for the given time. */
async function sample(
  url: string,
  kinds: Record<string, () => Call>,
  seconds: number,
  sampled = new Map<string, Sampled>(),
): Promise<void> {
  const agent = new Agent();
  const until = performance.now() + seconds * 1000;
  const loops = Object.entries(kinds).map(async ([kind, next]) => {
    const found: Sampled = sampled.get(kind) ?? { ms: [], refused: 0 };
    sampled.set(kind, found);
    while (performance.now() < until) {
      const startedAt = performance.now();
      const status = await send(agent, url, next());
      found.ms.push(performance.now() - startedAt);
      if (status !== 200) found.refused++;
      await delay(PAUSE_MS);
    }
  });
  await Promise.all(loops);
  await agent.close();
}

const summary = (statuses: Map<number, number>) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");

async function measure(
  home: Home,
  { wideScans, rounds, seconds, warmUpSeconds, share, floorMs }: (typeof SIZES)[Scale],
  env: Record<string, string> = {},
): Promise<Report> {
  const { url } = await home.start(env);
  const client = openClient();
  const [hostile, other] = [await home.producer("Hostile"), await home.producer("Other")];
  const { token } = other;
  const [wide = ""] = await newItems(client, url, hostile.token, 1);
  const items = await newItems(client, url, token, 20);
  await client.close();
  await insertWideScans(await home.sql(), wide, wideScans);

  let turn = 0;
  const item = () => encodeURIComponent(items[turn++ % items.length] ?? "");
  const kinds: Record<string, () => Call> = {
    "get item": () => ({ path: `/api/v2/items/${item()}`, token }),
    "list scans": () => ({ path: "/api/v2/scans", token }),
    "list an item's scans": () => ({ path: `/api/v2/items/${item()}/scans`, token }),
    "record a scan": () => ({
      method: "POST",
      path: "/api/v2/scans",
      body: { identifier: decodeURIComponent(item()), copyclassification: "original" },
    }),
    "public page": () => ({ path: `/v/${item()}` }),
  };
  const paths = [
    "/api/v2/scans?limit=200",
    "/api/v2/scans?limit=1000",
    `/api/v2/items/${encodeURIComponent(wide)}/scans?limit=200`,
  ];

  await sample(url, kinds, warmUpSeconds);
  const [quiet, loud] = [new Map<string, Sampled>(), new Map<string, Sampled>()];
  const statuses = new Map<number, number>();
  // Alternating, so that other work on the machine affects both equally.
  for (let round = 0; round < rounds; round++) {
    await sample(url, kinds, seconds, quiet);
    const stop = startHostility(url, paths, hostile.token, statuses);
    await sample(url, kinds, seconds, loud);
    await stop();
  }

  const checks: Check[] = [];
  const figures: Report["figures"] = {
    "hostile connections, and their responses": `${HOSTILE_CONNECTIONS}, ${summary(statuses)}`,
  };
  for (const [kind, { ms, refused }] of loud) {
    const calm = quiet.get(kind);
    const both = [calm?.ms ?? [], ms];
    const [before = 0, during = 0] = both.map((times) => quantile(times, share));
    figures[`${kind}: calls, p50 and p99 without and with the neighbour (ms)`] =
      `${ms.length}, ${both.flatMap((times) => [0.5, 0.99].map((at) => Math.round(quantile(times, at)))).join(", ")}`;
    checks.push(exactly(`${kind}: refused calls`, 0, refused + (calm?.refused ?? 0)));
    checks.push(
      atMost(`${kind}: p${share * 100}`, Math.max(floorMs, Math.round(before * MAX_FACTOR)), during, " ms"),
    );
  }
  return { checks, figures };
}
