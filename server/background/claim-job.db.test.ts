import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { jobs } from "@/db/schema/jobs";
import { runtime } from "@/server/runtime/runtime";
import { newProducer } from "@/server/testing/factories";
import { rowsRead } from "@/server/testing/hot-item";
import { claimJob } from "./claim-job";

// Holds decision 0047: a claim stays small with many jobs, and producers take turns.

const { database } = runtime();
const { db } = database;

const PRODUCERS = 40;
const OPEN = 50;
const ENDED = 500;

/** Inserts jobs of every producer: open ones of the last hours, or ended ones. */
const insertJobs = (count: number, isOpen: boolean) =>
  db.execute(sql`
    insert into jobs (id, producer_id, kind, input, name, actor_type, actor_id, actor_name, state, done, result,
      requested_at, turn_at, ended_at)
    select new_id(), producers.id, 'replay', '{}', 'a job', 'user', 'x', 'x', ${isOpen ? "running" : "done"}, 0, '{}',
      at, at, ${isOpen ? sql`null` : sql`at`}
    from producers, generate_series(1, ${count}::int) n,
      lateral (select now() - interval '1 hour' - random() * n * interval '1 second' as at) as of_job
    order by random()`);

beforeAll(async () => {
  await Promise.all(Array.from({ length: PRODUCERS }, () => newProducer()));
  await insertJobs(ENDED, false);
  await insertJobs(OPEN, true);
  await db.execute(sql`analyze jobs`);
}, 60_000);

test("a claim reads a few rows for each producer, however many jobs are open or have ended", async () => {
  expect(await db.$count(jobs)).toBe(PRODUCERS * (OPEN + ENDED));
  expect(await rowsRead("jobs", (tx) => claimJob(tx))).toBeLessThanOrEqual(5 * PRODUCERS);
});

test("each producer is served once before any is served again", async () => {
  const served: string[] = [];
  while (served.length < 2 * PRODUCERS) served.push((await claimJob(db))?.producerId ?? "");
  expect(new Set(served.slice(-PRODUCERS)).size).toBe(PRODUCERS);
});

test("concurrent claims get different jobs", async () => {
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimJob(db)));
  const ids = claimed.flatMap((job) => job?.id ?? []);
  expect(ids.length).toBeGreaterThan(0);
  expect(new Set(ids).size).toBe(ids.length);
});
