import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "@/db/json";
import type { Item } from "@/db/schema/items";
import type { Scan } from "@/db/schema/scans";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import type { NewProducer } from "@/server/domain/producers/create";
import { countScans } from "@/server/domain/stats/count-scans";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { del } from "@/server/testing/api";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { itemRow, newGroup, newItem, newProducer } from "@/server/testing/factories";

// Holds decision 0025.

const BASE = Date.UTC(2026, 0, 1);
const COUNT = 3_000;

let producer: NewProducer;
let viewer: SignedInPerson;
let admin: SignedInPerson;
let group: string;
let known: Pick<
  Scan,
  "timestamp" | "copyclassification" | "country" | "os" | "identifier" | "groupId" | "itemId"
>[];

beforeAll(async () => {
  producer = await newProducer();
  viewer = await newSignedIn([{ producer, role: "viewer" }]);
  admin = await newSignedIn([], { isAdmin: true });
  group = await newGroup(producer, { title: "Shoes" });
  const items: Item[] = [];
  for (let i = 0; i < 15; i++) items.push(await itemRow(await newItem(producer, { title: `Item ${i}` })));
  const any = <T>(values: readonly T[], n: number) => values[n % values.length] as T;
  known = Array.from({ length: COUNT }, (_, n) => {
    const item = any(items, (n * n) % 15);
    return {
      itemId: item.id,
      identifier: item.identifier,
      timestamp: new Date(BASE + n * 101 * 60_000),
      copyclassification: any(["original", "original", "fake", "unknown", "original", "error"] as const, n),
      country: any(["DE", "DE", "FR", null], n),
      os: any(["ios", "android", null], n),
      groupId: n % 5 ? group : null,
    };
  });
  await insert(known.slice(0, COUNT / 2));
  await countScans(runtime().database);
  await insert(known.slice(COUNT / 2));
});

const insert = (some: typeof known, of = producer) =>
  runtime().database.db.execute(sql`
    insert into scans (id, item_id, producer_id, identifier, timestamp, copyclassification, country, os, group_id, data)
    select id, "itemId", ${of.producerId}, identifier, timestamp, copyclassification, country, os, "groupId", '{}'
    from jsonb_to_recordset(${JSON.stringify(some.map((scan) => ({ ...scan, id: newId(scan.timestamp.getTime()) })))}::text::jsonb)
      as scan(id uuid, "itemId" bigint, identifier text, timestamp timestamptz, copyclassification text, country text, os text, "groupId" uuid)`);

const Counts = z.object({ original: z.number(), fake: z.number(), unknown: z.number(), error: z.number() });
const VERDICTS = ["original", "fake", "unknown", "error"] as const;

const ask = async (path: string, input: JsonObject, who = viewer) =>
  (await callProcedure(path, input, { cookie: who.cookie })).value;

type Known = (typeof known)[number];
const within = ({ from, before }: { from: number; before: number }) =>
  known.filter(({ timestamp }) => timestamp.getTime() >= from && timestamp.getTime() < before);

function countsOf(scans: Known[]) {
  const of = (verdict: string) =>
    scans.filter(({ copyclassification }) => copyclassification === verdict).length;
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, of(verdict)]));
}

/** The counts of each value, most scanned first. */
function tallied(scans: Known[], nameOf: (scan: Known) => string) {
  const values = [...new Set(scans.map(nameOf))];
  return values
    .map((value) => ({ value, scans: scans.filter((scan) => nameOf(scan) === value) }))
    .sort((a, b) => b.scans.length - a.scans.length || (a.value < b.value ? -1 : 1))
    .map(({ value, scans }) => ({ value, ...countsOf(scans) }));
}

const itemsOf = (scans: Known[]) => new Set(scans.map(({ itemId }) => itemId)).size;

/** Within a day, across parts of days, whole days, and all scans. */
const RANGES = [
  { from: BASE + 5 * HOUR_MS, before: BASE + 9 * HOUR_MS },
  { from: BASE + 20 * HOUR_MS, before: BASE + 44 * HOUR_MS },
  { from: BASE + 7 * DAY_MS - 5 * HOUR_MS, before: BASE + 30 * DAY_MS + 7 * HOUR_MS },
  { from: BASE + 3 * DAY_MS, before: BASE + 90 * DAY_MS },
  { from: BASE - 30 * DAY_MS, before: BASE + 330 * DAY_MS },
];

describe.each(RANGES)("from $from to before $before", (range) => {
  test("totals cover the range, and the same part of as many days before", async () => {
    const { from, before } = range;
    const shift = Math.ceil((before - from - HOUR_MS) / DAY_MS) * DAY_MS;
    const earlier = { from: from - shift, before: before - shift };
    expect(await ask("stats.totals", { range })).toMatchObject({
      now: countsOf(within(range)),
      before: countsOf(within(earlier)),
    });
    expect(await ask("stats.totals", { range, country: "ZZ" })).toMatchObject({
      now: countsOf(within(range).filter(({ country }) => country === null)),
    });
  });

  test.each(["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"])(
    "each bar equals its scans, in %s",
    async (zone) => {
      const { bars } = z
        .object({ bars: z.array(Counts.extend({ from: z.number(), before: z.number() })) })
        .parse(await ask("stats.trend", { range, zone }));
      expect(bars[0]?.from).toBe(range.from);
      expect(bars.at(-1)?.before).toBe(range.before);
      for (const { from, before, ...counts } of bars)
        expect(counts).toEqual(countsOf(within({ from, before })));
    },
  );

  test("counts by country, system and group equal the scans", async () => {
    const scans = within(range);
    expect(await ask("stats.countries", { range })).toEqual(tallied(scans, ({ country }) => country ?? "ZZ"));
    expect(await ask("stats.systems", { range })).toEqual(tallied(scans, ({ os }) => os ?? ""));
    const byGroup = tallied(scans, ({ groupId }) => groupId ?? "");
    expect(await ask("stats.groups", { range })).toEqual(
      byGroup.map((one) => ({ ...one, title: one.value === group ? "Shoes" : null })),
    );
  });

  test("items with most fakes and active items equal the scans", async () => {
    const fakes = within(range).filter(({ copyclassification }) => copyclassification === "fake");
    const Items = z.array(z.object({ identifier: z.string(), fakes: z.number(), scans: z.number() }));
    const found = Items.parse(await ask("stats.items", { range }));
    const of = (scans: Known[], name: string) => scans.filter(({ identifier }) => identifier === name).length;
    const most = [...new Set(fakes.map(({ identifier }) => identifier))]
      .map((name) => of(fakes, name))
      .sort((a, b) => b - a)
      .slice(0, 10);
    expect(found.map(({ fakes }) => fakes)).toEqual(most);
    for (const item of found) {
      expect(item.fakes).toBe(of(fakes, item.identifier));
      expect(item.scans).toBe(of(within(range), item.identifier));
    }
    expect(await ask("stats.activeItems", { range })).toMatchObject({ now: itemsOf(within(range)) });
  });

  test("an admin's counts of all producers equal those of the only producer with scans", async () => {
    const { now, before } = z
      .object({ now: Counts, before: Counts })
      .parse(await ask("stats.totals", { range }));
    expect(await ask("allStats.totals", { range }, admin)).toMatchObject({ now, before });
    for (const name of ["countries", "systems", "activeItems"]) {
      expect(await ask(`allStats.${name}`, { range }, admin)).toEqual(await ask(`stats.${name}`, { range }));
    }
    const zone = "Europe/Berlin";
    expect(await ask("allStats.trend", { range, zone }, admin)).toEqual(
      await ask("stats.trend", { range, zone }),
    );
  });
});

describe("any range, at any time of day", () => {
  const earlierThan = (from: number, end: number, length: number) => {
    const shift = Math.max(1, Math.ceil(length / DAY_MS)) * DAY_MS;
    return { from: from - shift, before: end - shift };
  };

  test("totals and active items equal the scans of the range, and of the same hours of as many days before", async () => {
    /** Hours after the first scan; the last one is 210 days later. */
    const hours = fc.tuple(fc.integer({ min: -48, max: 212 * 24 }), fc.integer({ min: 1, max: 400 }));
    await fc.assert(
      fc.asyncProperty(hours, async ([first, length]) => {
        const from = BASE + first * HOUR_MS;
        const range = { from, before: from + length * HOUR_MS };
        const earlier = earlierThan(from, range.before, (length - 1) * HOUR_MS);
        const totals = await ask("stats.totals", { range });
        expect(totals).toMatchObject({ now: countsOf(within(range)), before: countsOf(within(earlier)) });
        const active = { now: itemsOf(within(range)), before: itemsOf(within(earlier)) };
        expect(await ask("stats.activeItems", { range })).toEqual(active);
        expect(await ask("allStats.activeItems", { range }, admin)).toEqual(active);
      }),
      { numRuns: 40, seed: 45 },
    );
  });

  test("a running range is compared with the days before up to the same minute", async () => {
    const now = Date.now();
    const recent = await newProducer();
    const who = await newSignedIn([{ producer: recent, role: "viewer" }]);
    const items: Item[] = [];
    for (let i = 0; i < 9; i++) items.push(await itemRow(await newItem(recent)));
    // Half an hour off the current time of day, on any day.
    const scanned = Array.from({ length: 300 }, (_, n) => ({
      itemId: items[(n * n) % 9]?.id ?? 0,
      identifier: items[(n * n) % 9]?.identifier ?? "",
      timestamp: new Date(now - (n * 5 + 0.5) * HOUR_MS),
      copyclassification: n % 3 ? ("original" as const) : ("fake" as const),
      country: "DE",
      os: "ios",
      groupId: null,
    }));
    await insert(scanned, recent);
    const of = ({ from, before }: { from: number; before: number }) =>
      scanned.filter(({ timestamp }) => timestamp.getTime() >= from && timestamp.getTime() < before);
    const before = Math.floor((now + 10 * 60_000) / HOUR_MS) * HOUR_MS + HOUR_MS;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 24 * 28 }), async (length) => {
        const range = { from: before - length * HOUR_MS, before };
        const earlier = earlierThan(range.from, now, length * HOUR_MS);
        expect(await ask("stats.totals", { range }, who)).toMatchObject({
          now: countsOf(of(range)),
          before: countsOf(of(earlier)),
        });
        expect(await ask("stats.totals", { range, country: "ZZ" }, who)).toMatchObject({
          before: countsOf([]),
        });
        expect(await ask("stats.activeItems", { range }, who)).toEqual({
          now: itemsOf(of(range)),
          before: itemsOf(of(earlier)),
        });
      }),
      { numRuns: 25, seed: 45 },
    );
  });
});

test("another producer sees only its own counts", async () => {
  const other = await newSignedIn([{ producer: await newProducer(), role: "owner" }]);
  const range = { from: BASE, before: BASE + 300 * DAY_MS };
  expect(await ask("stats.countries", { range }, other)).toEqual([]);
  expect(await ask("stats.groups", { range }, other)).toEqual([]);
  expect(await ask("stats.items", { range }, other)).toEqual([]);
  expect(await ask("stats.activeItems", { range }, other)).toEqual({ now: 0, before: 0 });
});

test("a deleted group keeps its counts, and a deleted item its fakes", async () => {
  const range = { from: BASE, before: BASE + 300 * DAY_MS };
  await del(`/groups/${group}`, { token: producer.token });
  expect(await ask("stats.groups", { range })).toContainEqual(
    expect.objectContaining({ value: group, title: null }),
  );
  const worst = z.array(z.object({ identifier: z.string() })).parse(await ask("stats.items", { range }));
  await del(`/items/${worst[0]?.identifier}`, { token: producer.token });
  expect(await ask("stats.items", { range })).toMatchObject([
    { identifier: worst[0]?.identifier },
    ...worst.slice(1),
  ]);
});

test.each([
  { from: 1, before: HOUR_MS },
  { from: HOUR_MS, before: HOUR_MS },
  { from: 0, before: 1_101 * DAY_MS },
  { from: -HOUR_MS, before: 0 },
])("400: an invalid range %j", async (range) => {
  expect((await callProcedure("stats.totals", { range }, { cookie: viewer.cookie })).status).toBe(400);
});

test("400: an unknown time zone", async () => {
  const input = { range: { from: 0, before: DAY_MS }, zone: "Europe/Atlantis" };
  expect((await callProcedure("stats.trend", input, { cookie: viewer.cookie })).status).toBe(400);
});
