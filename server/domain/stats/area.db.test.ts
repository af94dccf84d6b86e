import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { assessments } from "@/db/schema/assessments";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newProducer } from "@/server/testing/factories";
import { totalsOfArea } from "./area";
import { fakesOfArea } from "./area-fakes";
import { suspectsIn } from "./area-suspects";
import { tilesOf } from "./area-tiles";
import type { Counts } from "./counts";
import type { AreaQuery } from "./map-query";
import { BOUNDS } from "./newest";
import { ownScope } from "./scope";

// Holds decision 0087.

const FIRST_DAY = Date.UTC(2026, 1, 15);
const DAYS = 60;
const COUNT = 1_200;
const RANGE = { from: "2026-02-20", to: "2026-04-10" };
const VERDICTS = ["original", "original", "fake", "unknown", "error"] as const;
const WORLD = { west: -180, south: -90, east: 180, north: 90 };
const HAMBURG = { west: 9.9, south: 53.45, east: 10.05, north: 53.62 };
const BOXES = {
  "the world": WORLD,
  Hamburg: HAMBURG,
  Europe: { west: -10.4, south: 36.1, east: 30.3, north: 60.2 },
  "both sides of the antimeridian": { west: 170.5, south: -20, east: -170.25, north: 10 },
  "a pole": { ...WORLD, south: 84 },
  "the open sea": { west: -40, south: -50, east: -39, north: -49 },
};

type Known = Pick<
  Scan,
  | "id"
  | "itemId"
  | "identifier"
  | "timestamp"
  | "copyclassification"
  | "country"
  | "groupId"
  | "latitude"
  | "longitude"
>;

let producer: NewProducer;
let group: string;
let known: Known[];

/** Deterministic pseudo-random numbers. */
const drawn = (n: number, of: number) => {
  const value = Math.sin(n * 12.9898 + of * 78.233) * 43_758.5453;
  return value - Math.floor(value);
};

function placeOf(n: number): { latitude: number | null; longitude: number | null } {
  const [one, other] = [drawn(n, 1), drawn(n, 2)];
  if (n % 17 === 0) return { latitude: null, longitude: null };
  if (n % 3 === 0) return { latitude: 53.4 + one * 0.3, longitude: 9.8 + other * 0.4 };
  if (n % 5 === 0) return { latitude: one * 20 - 15, longitude: n % 2 ? 180 - other * 8 : other * 8 - 180 };
  return { latitude: one * 178 - 89, longitude: other * 360 - 180 };
}

const fieldsOf = ({ producerId }: NewProducer, identifier: string) => ({
  producerId,
  identifier,
  createdAt: new Date(FIRST_DAY),
  updatedAt: new Date(FIRST_DAY),
});

beforeAll(async () => {
  producer = await newProducer();
  group = await newGroup(producer, { title: "Shoes" });
  const { db } = runtime().database;
  const names = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `${name}-${producer.producerId}`);
  await db
    .insert(identifiers)
    .values(names.map((identifier) => ({ identifier, producerId: producer.producerId })));
  const made = await db
    .insert(items)
    .values(names.map((name, n) => ({ ...fieldsOf(producer, name), ...(n === 0 && { groupId: group }) })))
    .returning({ id: items.id });
  known = Array.from({ length: COUNT }, (_, n) => {
    const at = Math.floor(drawn(n, 7) ** 2 * 7);
    const place = placeOf(n);
    return {
      id: newId(FIRST_DAY + n),
      itemId: made[at]?.id ?? 0,
      identifier: names[at] ?? "",
      timestamp: new Date(FIRST_DAY + Math.floor(drawn(n, 3) * DAYS * DAY_MS)),
      copyclassification: VERDICTS[Math.floor(drawn(n, 4) * VERDICTS.length)] ?? "error",
      country: n % 3 === 0 ? "DE" : n % 2 ? "JP" : null,
      groupId: at === 0 ? group : null,
      ...place,
    };
  });
  const rowOf = (scan: Known) => ({ ...scan, producerId: producer.producerId, data: {} });
  await db.insert(scans).values(known.map(rowOf));
  // Another producer has scans in the same places.
  const other = await newProducer();
  const identifier = `other-${other.producerId}`;
  await db.insert(identifiers).values({ identifier, producerId: other.producerId });
  const item = only(await db.insert(items).values(fieldsOf(other, identifier)).returning({ id: items.id }));
  const copied = known.slice(0, 300).map((scan) => ({
    ...rowOf(scan),
    id: newId(FIRST_DAY),
    itemId: item.id,
    producerId: other.producerId,
    identifier,
    groupId: null,
  }));
  await db.insert(scans).values(copied);
});

type Box = AreaQuery["box"];

const isIn = ({ west, south, east, north }: Box, { latitude, longitude }: Known) =>
  latitude !== null &&
  longitude !== null &&
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);

const isDuring = ({ timestamp }: Known) => {
  const day = timestamp.toISOString().slice(0, 10);
  return day >= RANGE.from && day <= RANGE.to;
};

const areaOf = (box: Box, narrowed: Omit<AreaQuery, "box" | "days"> = {}): AreaQuery => ({
  box,
  days: RANGE,
  ...narrowed,
});

const scansIn = ({ box, country, group }: AreaQuery) =>
  known.filter(
    (scan) =>
      isDuring(scan) &&
      isIn(box, scan) &&
      (country === undefined || (scan.country ?? "ZZ") === country) &&
      (group === undefined || scan.groupId === group),
  );

const countsOf = (some: Known[]) => {
  const of = (verdict: string) => some.filter((one) => one.copyclassification === verdict).length;
  return { original: of("original"), fake: of("fake"), unknown: of("unknown"), error: of("error") };
};

const call = <T>(
  verb: (ctx: ReturnType<typeof ctxOf>, scope: { producerId: string }, q: AreaQuery, b?: typeof BOUNDS) => T,
  query: AreaQuery,
  bounds?: typeof BOUNDS,
) => verb(ctxOf(producer), ownScope(ctxOf(producer)), query, bounds);

const NARROWED = (): Omit<AreaQuery, "box" | "days">[] => [
  {},
  { country: "DE" },
  { country: "ZZ" },
  { group },
  { group, country: "DE" },
];

test.each(Object.entries(BOXES))("the totals of %s equal a recount of its scans", async (_, box) => {
  for (const narrowed of NARROWED()) {
    const query = areaOf(box, narrowed);
    const { here } = await call(totalsOfArea, query);
    expect(here).toEqual({ ...countsOf(scansIn(query)), counting: { how: "exact" } });
  }
});

const tilesAt = (box: Box) => tilesOf(ctxOf(producer), ownScope(ctxOf(producer)), areaOf(box));
const sumOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

test("whatever the box, its scans are those of the tiles inside, and at most those of the tiles that touch it", async () => {
  const degrees = (max: number) => fc.integer({ min: -max * 1e3, max: max * 1e3 }).map((n) => n / 1e3);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(degrees(180), degrees(180), degrees(90), degrees(90)),
      async ([west, east, one, other]) => {
        const box = { west, east, south: Math.min(one, other), north: Math.max(one, other) };
        const { touching, cut, strip, ...counts } = await tilesAt(box);
        for (const count of [scansIn(areaOf(box)).length, sumOf(counts)]) {
          expect(count).toBeGreaterThanOrEqual(touching - cut);
          expect(count).toBeLessThanOrEqual(touching);
        }
        expect(strip).toBeGreaterThanOrEqual(touching);
      },
    ),
    { numRuns: 100, seed: 3 },
  );
});

test("a tile on the edge counts as a whole if its mean position lies inside", async () => {
  const beside = await tilesAt({ west: 9.6, south: 53.3, east: 9.86, north: 53.8 });
  const around = await tilesAt({ west: 9.86, south: 53.3, east: 10.4, north: 53.8 });
  expect(sumOf(beside)).toBeLessThan(beside.touching / 4);
  expect(sumOf(around)).toBeGreaterThan(around.touching * 0.9);
});

test("the scans anywhere include those without a location", async () => {
  const whole = known.filter(isDuring);
  expect((await call(totalsOfArea, areaOf(HAMBURG))).anywhere).toEqual(countsOf(whole));
  const inGroup = whole.filter((scan) => scan.groupId === group);
  expect((await call(totalsOfArea, areaOf(HAMBURG, { group }))).anywhere).toEqual(countsOf(inGroup));
  expect((await call(totalsOfArea, areaOf(HAMBURG, { group, country: "DE" }))).anywhere).toBeNull();
});

test("beyond the cheap bound the whole world is exact, and an area whose edges cut few scans is rough", async () => {
  const bounds = { ...BOUNDS, cheapEntries: 10 };
  const world = await call(totalsOfArea, areaOf(WORLD), bounds);
  expect(world.here).toEqual({ ...countsOf(scansIn(areaOf(WORLD))), counting: { how: "exact" } });
  const most = areaOf({ west: -160, south: -80, east: 160, north: 84 });
  const { here } = await call(totalsOfArea, most, bounds);
  expect(here.counting).toEqual({ how: "rough" });
  expect(Math.abs(here.fake - countsOf(scansIn(most)).fake)).toBeLessThan(10);
});

test("an area that needs too many entries counts the newest scans and says since when", async () => {
  const bounds = { rows: 200, cheapEntries: 10, entries: 10 };
  const newest = known.filter(isDuring).toSorted((a, b) => b.timestamp.getTime() - a.timestamp.getTime());
  const { here } = await call(totalsOfArea, areaOf(HAMBURG), bounds);
  const [read, from] = [newest.slice(0, 201), newest[200]?.timestamp.getTime()];
  expect(here).toEqual({
    ...countsOf(read.filter((scan) => isIn(HAMBURG, scan))),
    counting: { how: "newest", from },
  });
  const few = await call(totalsOfArea, areaOf(HAMBURG, { group }), { ...bounds, rows: 2_000 });
  expect(few.here).toEqual({ ...countsOf(scansIn(areaOf(HAMBURG, { group }))), counting: { how: "exact" } });
});

const rankedBy = <Key extends string | null>(some: Known[], keyOf: (scan: Known) => Key) => {
  const byKey = new Map<string, { fakes: number; scans: number }>();
  for (const scan of some) {
    const key = keyOf(scan);
    if (key === null) continue;
    const { fakes, scans } = byKey.get(key) ?? { fakes: 0, scans: 0 };
    byKey.set(key, { fakes: fakes + Number(scan.copyclassification === "fake"), scans: scans + 1 });
  }
  return [...byKey]
    .map(([key, counts]) => ({ key, ...counts }))
    .toSorted((a, b) => b.fakes - a.fakes || b.scans - a.scans || (a.key < b.key ? -1 : 1))
    .slice(0, 5);
};

test("an area shows its first fake, and the items, countries and groups with most fakes", async () => {
  const query = areaOf(BOXES.Europe);
  const here = scansIn(query);
  const times = here
    .filter(({ copyclassification }) => copyclassification === "fake")
    .map(({ timestamp }) => timestamp.getTime());
  const found = await call(fakesOfArea, query);
  expect(found).toMatchObject({ first: Math.min(...times), last: Math.max(...times), from: null });
  expect(found.items.map(({ identifier, fakes, scans }) => ({ key: identifier, fakes, scans }))).toEqual(
    rankedBy(here, ({ identifier }) => identifier),
  );
  expect(found.countries.map(({ country, ...rest }) => ({ key: country, ...rest }))).toEqual(
    rankedBy(here, ({ country }) => country),
  );
  const [ofGroup] = rankedBy(here, ({ groupId }) => groupId);
  expect(found.groups).toEqual([{ id: group, title: "Shoes", fakes: ofGroup?.fakes, scans: ofGroup?.scans }]);
  expect(found.items.find(({ identifier }) => identifier.startsWith("a-"))?.title).toBe("Shoes");
});

test("the fakes of an area with many scans are the same without its other scans", async () => {
  const query = areaOf(BOXES.Europe);
  const whole = await call(fakesOfArea, query);
  const alone = await call(fakesOfArea, query, { ...BOUNDS, rows: 300 });
  const fakesOf = ({ countries }: typeof whole) =>
    countries.map(({ country, fakes }) => [country, fakes]).filter(([, fakes]) => fakes !== 0);
  expect(alone).toMatchObject({ first: whole.first, last: whole.last, from: null });
  expect(fakesOf(alone)).toEqual(fakesOf(whole));
  expect(alone.items.map(({ scans }) => scans)).toEqual(alone.items.map(() => null));
});

test("of too many fakes the newest are read, and no first one is named", async () => {
  const found = await call(fakesOfArea, areaOf(BOXES.Europe), { ...BOUNDS, rows: 50, entries: 10 });
  const fakes = known
    .filter((scan) => isDuring(scan) && scan.copyclassification === "fake")
    .toSorted((a, b) => b.timestamp.getTime() - a.timestamp.getTime());
  expect(found.first).toBeNull();
  expect(found.from).toBe(fakes[50]?.timestamp.getTime());
});

test("the suspicious scans of an area are its fakes and its scans with findings", async () => {
  const original = scansIn(areaOf(HAMBURG)).find((scan) => scan.copyclassification === "original");
  if (!original) throw new Error("There is no original scan in Hamburg.");
  await runtime()
    .database.db.insert(assessments)
    .values({
      scanId: original.id,
      producerId: producer.producerId,
      itemId: original.itemId,
      timestamp: original.timestamp,
      score: 40,
      reasons: ["burst"],
      evidence: { burst: { scanners: 9, minutes: 5 } },
    });
  const fakes = scansIn(areaOf(HAMBURG)).filter((scan) => scan.copyclassification === "fake");
  const found = await suspectsIn(ctxOf(producer), areaOf(HAMBURG));
  expect(found.isCut).toBe(false);
  expect(found.ids.toSorted()).toEqual([...fakes, original].map(({ id }) => id).toSorted());
  const elsewhere = await suspectsIn(ctxOf(producer), areaOf(BOXES["the open sea"]));
  expect(elsewhere).toEqual({ ids: [], isCut: false });
});
