import { beforeAll, expect, test } from "vitest";
import { assessments } from "@/db/schema/assessments";
import { runtime } from "@/server/runtime/runtime";
import {
  areaOf,
  BOXES,
  countsOf,
  HAMBURG,
  isDuring,
  type KnownScan,
  newAreaWorld,
  RANGE,
  WORLD,
} from "@/server/testing/area-world";
import { ctxOf, newProducer } from "@/server/testing/factories";
import { fakesOfArea } from "./area-fakes";
import { suspectsIn } from "./area-suspects";
import { daysOf } from "./by-day";
import { countriesOf } from "./by-facet";
import { cellsOf } from "./cells";
import type { Counts } from "./counts";
import { rangeOf } from "./map-terms";
import { BOUNDS } from "./newest";
import { ownScope } from "./scope";

// Holds decision 0087.

let world: Awaited<ReturnType<typeof newAreaWorld>>;
beforeAll(async () => {
  world = await newAreaWorld();
});

const sumOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

test("the map, the days and the countries of a group have its scans alone", async () => {
  const { ctx, group } = world;
  const inGroup = world.known.filter((scan) => isDuring(scan) && scan.groupId === group);
  const located = inGroup.filter(({ latitude }) => latitude !== null);
  const total = (some: Counts[]) => some.reduce((sum, one) => sum + sumOf(one), 0);
  for (const zoom of [1, 5, 12]) {
    const found = await cellsOf(ctx, ownScope(ctx), { ...areaOf(WORLD, { group }), zoom });
    expect({ of: total(found.cells), from: found.countedFrom }).toEqual({ of: located.length, from: null });
  }
  const inGermany = inGroup.filter(({ country }) => country === "DE");
  const days = (country?: string) =>
    daysOf(ctx, ownScope(ctx), { days: RANGE, group, ...(country ? { country } : {}) });
  expect(total(await days())).toBe(inGroup.length);
  expect(total(await days("DE"))).toBe(inGermany.length);
  const countries = await countriesOf(ctx, ownScope(ctx), rangeOf(RANGE), group);
  expect(countries.find(({ value }) => value === "DE")).toMatchObject(countsOf(inGermany));
  const foreign = ctxOf(await newProducer());
  expect(await countriesOf(foreign, ownScope(foreign), rangeOf(RANGE), group)).toEqual([]);
});

const rankedBy = <Key extends string | null>(some: KnownScan[], keyOf: (scan: KnownScan) => Key) => {
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
  const { group } = world;
  const query = areaOf(BOXES.Europe);
  const here = world.scansIn(query);
  const times = here
    .filter(({ copyclassification }) => copyclassification === "fake")
    .map(({ timestamp }) => timestamp.getTime());
  const found = await fakesOfArea(world.ctx, world.scope, query);
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
  const whole = await fakesOfArea(world.ctx, world.scope, query);
  const alone = await fakesOfArea(world.ctx, world.scope, query, { ...BOUNDS, rows: 300 });
  const fakesOf = ({ countries }: typeof whole) =>
    countries.map(({ country, fakes }) => [country, fakes]).filter(([, fakes]) => fakes !== 0);
  expect(alone).toMatchObject({ first: whole.first, last: whole.last, from: null });
  expect(fakesOf(alone)).toEqual(fakesOf(whole));
  expect(alone.items.map(({ scans }) => scans)).toEqual(alone.items.map(() => null));
});

test("of too many fakes the newest are read, and no first one is named", async () => {
  const found = await fakesOfArea(world.ctx, world.scope, areaOf(BOXES.Europe), {
    ...BOUNDS,
    rows: 50,
    entries: 10,
  });
  const fakes = world.known
    .filter((scan) => isDuring(scan) && scan.copyclassification === "fake")
    .toSorted((a, b) => b.timestamp.getTime() - a.timestamp.getTime());
  expect(found.first).toBeNull();
  expect(found.from).toBe(fakes[50]?.timestamp.getTime());
});

test("the suspicious scans of an area are its fakes and its scans with findings", async () => {
  const original = world.scansIn(areaOf(HAMBURG)).find((scan) => scan.copyclassification === "original");
  if (!original) throw new Error("There is no original scan in Hamburg.");
  await runtime()
    .database.db.insert(assessments)
    .values({
      scanId: original.id,
      producerId: world.producer.producerId,
      itemId: original.itemId,
      timestamp: original.timestamp,
      score: 40,
      reasons: ["burst"],
      evidence: { burst: { scanners: 9, minutes: 5 } },
    });
  const fakes = world.scansIn(areaOf(HAMBURG)).filter((scan) => scan.copyclassification === "fake");
  const found = await suspectsIn(world.ctx, areaOf(HAMBURG));
  expect(found.isCut).toBe(false);
  expect(found.ids.toSorted()).toEqual([...fakes, original].map(({ id }) => id).toSorted());
  const elsewhere = await suspectsIn(world.ctx, areaOf(BOXES["the open sea"]));
  expect(elsewhere).toEqual({ ids: [], isCut: false });
});

test("suspicious scans among the newest fakes are not called all of the area", async () => {
  const few = { ...BOUNDS, rows: 20, entries: 10 };
  const found = await suspectsIn(world.ctx, areaOf(BOXES.Europe), few);
  const whole = await suspectsIn(world.ctx, areaOf(BOXES.Europe));
  expect(whole.isCut).toBe(false);
  expect(found.ids.length).toBeLessThan(whole.ids.length);
  expect(found.isCut).toBe(true);
});
