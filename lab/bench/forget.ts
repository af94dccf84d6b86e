import { mkdirSync, writeFileSync } from "node:fs";
import { directly } from "@/db/address";
import { openDatabase } from "@/db/client";
import { DAY_MS } from "@/server/core/time";
import { partitionsOf } from "@/server/data/partitions";
import { leastIdAt, timeOfId } from "@/server/platform/ids";
import { forgetOldEvents } from "@/server/webhooks/deliveries/forget-old";
import { renewPartitions } from "@/server/webhooks/deliveries/partitions";
import type { BenchDatabase } from "./database";
import type { Bench } from "./setting";

const EVENTS = 100_000;
const GOAL_MS = 1_000;

/** Writes events of a day, each with a delivery and an attempt, none of them queued. */
async function fill({ sql }: BenchDatabase, producerId: string, at: number): Promise<void> {
  await sql`insert into hooks (id, producer_id, events, url, secret, created_at, updated_at)
    select new_id(), ${producerId}, '{*}', 'https://receiver.test/', '', now(), now()`;
  await sql`
    insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select overlay(gen_random_uuid()::text placing left(${leastIdAt(at)}, 13) from 1 for 13)::uuid, 'itemScanned', ${producerId}, '[]',
      ${new Date(at)}, jsonb_build_object('producer', '{}'::jsonb, 'text', repeat(md5(n::text), 30))
    from generate_series(1, ${EVENTS}::int) n`;
  await sql`
    insert into deliveries (id, event_id, hook_id, hook, created_at)
    select overlay(gen_random_uuid()::text placing left(events.id::text, 15) from 1 for 15)::uuid, events.id, hooks.id, '{}', events.created_at
    from events, (select id from hooks limit 1) hooks where events.created_at = ${new Date(at)}`;
  await sql`insert into attempts (delivery_id, started_at, latency_ms, status, answer)
    select id, created_at, 20, 200, 'ok' from deliveries where created_at = ${new Date(at)}`;
  await sql`vacuum analyze events, deliveries, attempts`;
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The longest that a reader of events waits while some work is done. */
async function longestWait({ sql }: BenchDatabase, work: () => Promise<unknown>) {
  let [isDone, longest] = [false, 0];
  const reading = async () => {
    while (!isDone) longest = Math.max(longest, await msOf(() => sql`select from events limit 1`));
  };
  const read = reading();
  const ms = await msOf(work);
  isDone = true;
  await read;
  return { ms, longest };
}

/** Measures how old events are deleted: by rows, and with their week. */
export const forgetting: Bench = async ({ database, producer }) => {
  const opened = openDatabase(directly(database.url));
  await renewPartitions(opened);
  const [first] = await partitionsOf(opened.db, "events");
  if (!first) throw new Error("Events have no partitions.");
  const week = timeOfId(first.until);
  await fill(database, producer.producerId, week + DAY_MS);
  await fill(database, producer.producerId, Date.now() - 38 * DAY_MS);
  const byRows = await longestWait(database, () => forgetOldEvents(opened));
  const asWeek = await longestWait(database, () => renewPartitions(opened, undefined, week + 37 * DAY_MS));
  const [left] = await database.sql<{ left: number }[]>`select count(*)::int as left from events`;
  await opened.close();
  if (left?.left !== 0) throw new Error(`Events are left: ${left?.left}.`);
  for (const [name, { ms, longest }] of Object.entries({ byRows, asWeek }))
    console.log(
      `${name}: ${ms.toFixed(0)} ms, ${((1_000 * ms) / EVENTS).toFixed(1)} us an event; a reader waited ${longest.toFixed(0)} ms at most, goal ${GOAL_MS}`,
    );
  const folder = new URL("results/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  const written = {
    bench: "forget",
    date: new Date().toISOString(),
    postgres: database.version,
    events: EVENTS,
    byRows,
    asWeek,
  };
  writeFileSync(new URL("forget.json", folder), `${JSON.stringify(written, null, 2)}\n`);
  console.log("\n  written to lab/bench/results/forget.json");
};
