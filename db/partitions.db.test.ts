// Holds decision 0066.
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { z } from "zod";
import { urlOfDatabase } from "./address";
import { migrateDatabase } from "./migrate";

const FOLDER = "db/migrations";
const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** A folder with the migrations before one of them. */
async function folderBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "assay-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const journal = Journal.parse(JSON.parse(await readFile(path.join(FOLDER, "meta/_journal.json"), "utf8")));
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((one) => one.tag === tag),
  );
  await mkdir(path.join(folder, "meta"));
  await writeFile(path.join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries)
    await copyFile(path.join(FOLDER, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}

test("a database with events keeps them, their deliveries and attempts, and their numbers go on", async () => {
  const admin = postgres(inject("adminUrl"), { max: 1, onnotice: () => {} });
  const name = `${inject("template")}_${process.pid}_partitions`;
  await admin`create database ${admin(name)}`;
  const url = urlOfDatabase(inject("adminUrl"), name);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  await migrateDatabase(url, { folder: await folderBefore("0046_partition-bounds") });
  await sql`insert into producers (id, name, created_at) values (new_id(), 'Acme', now())`;
  await sql`insert into hooks (id, producer_id, events, url, secret, created_at, updated_at)
    select new_id(), id, '{*}', 'https://receiver.test/', '', now(), now() from producers`;
  await sql`insert into events (id, type, producer_id, hooks, created_at, snapshot)
    select new_id(), 'itemCreated', id, '[]', now(), '{}' from producers, generate_series(1, 3)`;
  // Random, as those of demo data were; the last one is above every id with a time.
  const ids = ["00000000-0000-4000-8000-000000000000", "ffffffff-ffff-4fff-bfff-ffffffffffff"];
  await sql`insert into deliveries (id, event_id, hook_id, hook, created_at)
    select delivery.id, events.id, hooks.id, '{}', now()
    from unnest(${ids}::uuid[]) with ordinality as delivery(id, nth)
      join (select id, row_number() over (order by id) as nth from events) events using (nth), hooks`;
  await sql`insert into attempts (delivery_id, started_at, latency_ms, status) select id, now(), 1, 200 from deliveries`;
  await sql`insert into delivery_queue (delivery_id, hook_id, due_at) select id, hook_id, now() from deliveries`;
  const of = () => sql`
    select events.id as event, (deliveries.id::text < 'f') as timed, attempts.id::int as attempt, due_at
    from events left join deliveries on event_id = events.id left join attempts on attempts.delivery_id = deliveries.id
      left join delivery_queue on delivery_queue.delivery_id = deliveries.id order by events.id`;
  const before = await of();
  expect(before.map(({ timed }) => timed)).toEqual([true, false, null]);

  await migrateDatabase(url);
  expect(await of()).toEqual(before.map((row) => (row.timed === null ? row : { ...row, timed: true })));
  const places = await sql`select distinct tableoid::regclass::text as place from events
    union select distinct tableoid::regclass::text from deliveries union select distinct tableoid::regclass::text from attempts`;
  expect(places.map(({ place }) => place).toSorted()).toEqual([
    "partitions.attempts_first",
    "partitions.deliveries_first",
    "partitions.events_first",
  ]);
  const [next] = await sql<{ id: number }[]>`
    insert into attempts (delivery_id, started_at, latency_ms, status) values (new_id(), now(), 1, 200) returning id::int`;
  expect(next?.id).toBeGreaterThan(2);
});
