import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import {
  areaOf,
  BOXES,
  countsOf,
  HAMBURG,
  isDuring,
  isIn,
  newAreaWorld,
  WORLD,
} from "@/server/testing/area-world";
import { totalsOfArea } from "./area";
import { tilesOf } from "./area-tiles";
import type { Counts } from "./counts";
import type { AreaQuery } from "./map-query";
import { BOUNDS } from "./newest";

// Holds decision 0087.

let world: Awaited<ReturnType<typeof newAreaWorld>>;
beforeAll(async () => {
  world = await newAreaWorld();
});

const narrowings = (group: string): Omit<AreaQuery, "box" | "days">[] => [
  {},
  { country: "DE" },
  { country: "ZZ" },
  { group },
  { group, country: "DE" },
];

test.each(Object.entries(BOXES))("the totals of %s equal a recount of its scans", async (_, box) => {
  for (const narrowed of narrowings(world.group)) {
    const query = areaOf(box, narrowed);
    const { here } = await totalsOfArea(world.ctx, world.scope, query);
    expect(here).toEqual({ ...countsOf(world.scansIn(query)), counting: { how: "exact" } });
  }
});

const tilesAt = (box: AreaQuery["box"]) => tilesOf(world.ctx, world.scope, areaOf(box));
const sumOf = ({ original, fake, unknown, error }: Counts) => original + fake + unknown + error;

test("whatever the box, its scans are those of the tiles inside, and at most those of the tiles that touch it", async () => {
  const degrees = (max: number) => fc.integer({ min: -max * 1e3, max: max * 1e3 }).map((n) => n / 1e3);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(degrees(180), degrees(180), degrees(90), degrees(90)),
      async ([west, east, one, other]) => {
        const box = { west, east, south: Math.min(one, other), north: Math.max(one, other) };
        const { touching, cut, strip, ...counts } = await tilesAt(box);
        for (const count of [world.scansIn(areaOf(box)).length, sumOf(counts)]) {
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
  const { group } = world;
  const whole = world.known.filter(isDuring);
  expect((await totalsOfArea(world.ctx, world.scope, areaOf(HAMBURG))).anywhere).toEqual(countsOf(whole));
  const inGroup = whole.filter((scan) => scan.groupId === group);
  expect((await totalsOfArea(world.ctx, world.scope, areaOf(HAMBURG, { group }))).anywhere).toEqual(
    countsOf(inGroup),
  );
  expect(
    (await totalsOfArea(world.ctx, world.scope, areaOf(HAMBURG, { group, country: "DE" }))).anywhere,
  ).toBeNull();
});

test("beyond the cheap bound the whole world is exact, and an area whose edges cut few scans is rough", async () => {
  const bounds = { ...BOUNDS, cheapEntries: 10 };
  const whole = await totalsOfArea(world.ctx, world.scope, areaOf(WORLD), bounds);
  expect(whole.here).toEqual({ ...countsOf(world.scansIn(areaOf(WORLD))), counting: { how: "exact" } });
  const most = areaOf({ west: -160, south: -80, east: 160, north: 84 });
  const { here } = await totalsOfArea(world.ctx, world.scope, most, bounds);
  expect(here.counting).toEqual({ how: "rough" });
  expect(Math.abs(here.fake - countsOf(world.scansIn(most)).fake)).toBeLessThan(10);
});

test("an area that needs too many entries counts the newest scans and says since when", async () => {
  const { group } = world;
  const bounds = { rows: 200, cheapEntries: 10, entries: 10 };
  const newest = world.known
    .filter(isDuring)
    .toSorted((a, b) => b.timestamp.getTime() - a.timestamp.getTime());
  const { here } = await totalsOfArea(world.ctx, world.scope, areaOf(HAMBURG), bounds);
  const [read, from] = [newest.slice(0, 201), newest[200]?.timestamp.getTime()];
  expect(here).toEqual({
    ...countsOf(read.filter((scan) => isIn(HAMBURG, scan))),
    counting: { how: "newest", from },
  });
  const few = await totalsOfArea(world.ctx, world.scope, areaOf(HAMBURG, { group }), {
    ...bounds,
    rows: 2_000,
  });
  expect(few.here).toEqual({
    ...countsOf(world.scansIn(areaOf(HAMBURG, { group }))),
    counting: { how: "exact" },
  });
});
