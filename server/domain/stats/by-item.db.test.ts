import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { DAY_MS } from "@/server/core/time";
import type { NewProducer } from "@/server/domain/producers/create";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newProducer } from "@/server/testing/factories";
import { stretchAround } from "./by-item";
import { countScans } from "./count-scans";

// Holds decision 0025.

const FROM = Date.UTC(2024, 10, 3);
const DAYS = 700;
/** More items than the ranking keeps. */
const ITEMS = 400;

const db = () => runtime().database.db;

/** A producer and its items, named by the producer's id and a number. */
async function newThings(): Promise<{ producer: NewProducer; viewer: SignedInPerson }> {
  const producer = await newProducer();
  await db().execute(sql`
    with known as (insert into identifiers (identifier, producer_id)
      select ${producer.producerId} || n, ${producer.producerId}::uuid from generate_series(0, ${ITEMS - 1}::int) n returning *)
    insert into items (identifier, producer_id, created_at, updated_at)
    select identifier, producer_id, now(), now() from known`);
  return { producer, viewer: await newSignedIn([{ producer, role: "viewer" }]) };
}

/** Records one scan for each row: the `nr` of an item, `at` and `verdict`. */
const record = ({ producerId }: NewProducer, rows: SQL) =>
  db().execute(sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, country, data)
    select gen_random_uuid(), items.id, items.producer_id, items.identifier, made.at, made.verdict, (array['DE', 'FR', 'IT'])[ceil(3 * random())], '{}'
    from (${rows}) as made join items on items.identifier = ${producerId} || made.nr`);

const iso = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** Random scans over all days; the first items have the most. */
const anyScans = (count: number) => sql`
  select floor(${ITEMS}::int * power(random(), 3))::int as nr, ${iso(FROM)} + random() * ${DAYS}::int * interval '1 day' as at,
    case when random() < 0.1 then 'original' else 'fake' end as verdict
  from generate_series(1, ${count}::int)`;

/** `count` fakes of each item from `first` to `last`, on one day. */
const fakesOf = ([first, last]: [number, number], count: number, day: number) => sql`
  select nr, ${iso(day)} + random() * interval '1 day' as at, 'fake' as verdict
  from generate_series(${first}::int, ${last}::int) nr, generate_series(1, ${count}::int)`;

const Items = z.array(z.object({ identifier: z.string(), fakes: z.number() }));

type Range = { from: number; before: number };

async function found(viewer: SignedInPerson, range: Range, country?: string) {
  const input = { range, ...(country === undefined ? {} : { country }) };
  return Items.parse((await callProcedure("stats.items", input, { cookie: viewer.cookie })).value);
}

/** The expected items, by counting each fake. */
async function recounted({ producerId }: NewProducer, { from, before }: Range, country?: string) {
  const of = country === undefined ? sql`true` : sql`country = ${country}`;
  return Items.parse(
    await db().execute(sql`
      select items.identifier, count(*)::int as fakes from scans join items on items.id = item_id
      where scans.producer_id = ${producerId} and copyclassification = 'fake'
        and timestamp >= ${iso(from)} and timestamp < ${iso(before)} and ${of}
      group by items.id order by fakes desc, items.id limit 10`),
  );
}

describe("two years of fakes, some of them pending", () => {
  let producer: NewProducer;
  let viewer: SignedInPerson;

  beforeAll(async () => {
    ({ producer, viewer } = await newThings());
    await record(producer, anyScans(9_000));
    await countScans(runtime().database);
    await record(producer, anyScans(300));
  });

  const days = [1, 7, 30, 61, 90, 180, 365, 690];
  test.each(
    days.flatMap((days) => [
      { days, country: undefined },
      { days, country: "FR" },
    ]),
  )(
    "within $days days, country $country: the ten items with most fakes are found by either method",
    async (query) => {
      for (let attempts = 0; attempts < 5; attempts++) {
        const from = FROM + Math.floor(Math.random() * (DAYS - query.days)) * DAY_MS;
        const range = { from, before: from + query.days * DAY_MS };
        expect(await found(viewer, range, query.country)).toEqual(
          await recounted(producer, range, query.country),
        );
      }
    },
  );
});

const MONTH = Date.UTC(2026, 2, 1);
const [FIRST_WEEK, LATER] = [{ from: MONTH, before: MONTH + 7 * DAY_MS }, MONTH + 20 * DAY_MS];

test("items are found that have fewer fakes than others in the rest of the month", async () => {
  const { producer, viewer } = await newThings();
  await record(producer, fakesOf([0, 299], 5, LATER));
  await record(producer, fakesOf([0, 299], 1, MONTH));
  await record(producer, fakesOf([300, 309], 4, MONTH));
  await countScans(runtime().database);
  const worst = await found(viewer, FIRST_WEEK);
  expect(worst).toEqual(await recounted(producer, FIRST_WEEK));
  expect(worst.map(({ fakes }) => fakes)).toEqual(Array(10).fill(4));
});

test("ties go to the oldest items, also where others have more fakes in the rest of the month", async () => {
  const { producer, viewer } = await newThings();
  await record(producer, fakesOf([0, 149], 3, LATER));
  await record(producer, fakesOf([150, 299], 3, MONTH));
  await record(producer, fakesOf([200, 299], 5, LATER));
  await countScans(runtime().database);
  expect(await found(viewer, FIRST_WEEK)).toEqual(await recounted(producer, FIRST_WEEK));
});

test("items are found whose fakes are still pending", async () => {
  const { producer, viewer } = await newThings();
  await record(producer, fakesOf([0, 9], 9, MONTH));
  await record(producer, fakesOf([10, 299], 1, MONTH));
  await countScans(runtime().database);
  await record(producer, fakesOf([300, 304], 20, MONTH));
  const worst = await found(viewer, FIRST_WEEK);
  expect(worst).toEqual(await recounted(producer, FIRST_WEEK));
  expect(worst.map(({ fakes }) => fakes)).toEqual([20, 20, 20, 20, 20, 9, 9, 9, 9, 9]);
});

test.each([
  ["2026-01-31", "2026-02-28", "month", "2026-01-01"],
  ["2026-01-31", "2026-03-01", "month", "2026-01-01"],
  ["2026-01-31", "2026-03-02", "quarter", "2026-01-01"],
  ["2025-12-31", "2026-01-01", "month", "2025-12-01"],
  ["2026-06-30", "2026-10-01", "quarter", "2026-04-01"],
  ["2026-06-30", "2026-10-02", "year", "2026-01-01"],
  ["2025-03-01", "2027-01-01", "year", "2025-01-01"],
])(
  "the range from %s to before %s lies in the stretch of two of a %s from %s",
  (from, before, stretch, first) => {
    expect(stretchAround({ from: Date.parse(from), before: Date.parse(before) })).toEqual({
      stretch,
      first: Date.parse(first),
    });
  },
);

test("a range of more than two years lies in no stretch", () => {
  expect(stretchAround({ from: Date.parse("2025-03-01"), before: Date.parse("2027-01-02") })).toBeUndefined();
});
