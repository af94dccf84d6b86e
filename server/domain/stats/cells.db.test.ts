import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { scans } from "@/db/schema/scans";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import { countScans } from "@/server/domain/stats/count-scans";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { callProcedure, newSignedIn, type SignedInPerson } from "@/server/testing/dashboard";
import { newProducer } from "@/server/testing/factories";

// Holds decision 0031.

const VERDICTS = ["original", "fake", "unknown", "error"] as const;
const COUNT = 2_000;
const FIRST_DAY = Date.UTC(2026, 1, 15);
const DAYS = 60;
/** A whole month, and days before and after it. */
const RANGE = { from: "2026-02-20", to: "2026-04-10" };
/** The latitude limit of web maps; scans beyond it count in the outermost tiles. */
const END = 85.0511;

const Cells = z.object({
  level: z.number(),
  cells: z.array(
    z.object({
      x: z.number(),
      y: z.number(),
      latitude: z.number(),
      longitude: z.number(),
      original: z.number(),
      fake: z.number(),
      unknown: z.number(),
      error: z.number(),
    }),
  ),
});

type Cell = z.output<typeof Cells>["cells"][number];

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

let producer: NewProducer;
let viewer: SignedInPerson;

/** Deterministic pseudo-random numbers. */
const drawn = (n: number, of: number) => {
  const value = Math.sin(n * 12.9898 + of * 78.233) * 43_758.5453;
  return value - Math.floor(value);
};

/** Poles, both sides of the antimeridian, clusters in two towns, the rest anywhere; some scans have no place. */
function placeOf(n: number): { latitude: number; longitude: number } | undefined {
  const [one, other] = [drawn(n, 1), drawn(n, 2)];
  if (n % 23 === 0) return undefined;
  if (n % 37 === 0) return { latitude: n % 2 ? 90 - one : one - 90, longitude: other * 360 - 180 };
  if (n % 11 === 0) return { latitude: one * 8 - 20, longitude: n % 2 ? 180 - other : other - 180 };
  if (n % 3 === 0) return { latitude: 53.4 + one * 0.3, longitude: 9.8 + other * 0.4 };
  if (n % 5 === 0) return { latitude: 35.6 + one * 0.05, longitude: 139.6 + other * 0.05 };
  return { latitude: one * 160 - 80, longitude: other * 360 - 180 };
}

const known = Array.from({ length: COUNT }, (_, n) => ({
  id: newId(FIRST_DAY + n),
  at: FIRST_DAY + Math.floor(drawn(n, 3) * DAYS * DAY_MS),
  verdict: VERDICTS[Math.floor(drawn(n, 4) * VERDICTS.length)] ?? "error",
  country: n % 3 === 0 ? "DE" : n % 2 ? "JP" : null,
  place: placeOf(n),
}));

beforeAll(async () => {
  producer = await newProducer();
  viewer = await newSignedIn([{ producer, role: "viewer" }]);
  const { db } = runtime().database;
  // A second producer has scans in the same places.
  for (const { producerId, taken } of [
    { producerId: producer.producerId, taken: known },
    { producerId: (await newProducer()).producerId, taken: known.slice(0, 500) },
  ]) {
    const identifier = `mapped-${producerId}`;
    await db.insert(identifiers).values({ identifier, producerId });
    const item = only(
      await db
        .insert(items)
        .values({ identifier, producerId, createdAt: new Date(FIRST_DAY), updatedAt: new Date(FIRST_DAY) })
        .returning({ id: items.id }),
    );
    const rows = taken.map(({ id, at, verdict, country, place }) => ({
      id: producerId === producer.producerId ? id : newId(at),
      itemId: item.id,
      producerId,
      identifier,
      timestamp: new Date(at),
      copyclassification: verdict,
      country,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      data: {},
    }));
    // Half of the scans are in the roll-ups, half are pending.
    await db.insert(scans).values(rows.slice(0, rows.length / 2));
    await countScans(runtime().database);
    await db.insert(scans).values(rows.slice(rows.length / 2));
  }
});

const tileX = (longitude: number, level: number) =>
  Math.min(Math.floor(((longitude + 180) / 360) * 2 ** level), 2 ** level - 1);

function tileY(latitude: number, level: number) {
  const clamped = (Math.max(-END, Math.min(END, latitude)) * Math.PI) / 180;
  const height = (1 - Math.asinh(Math.tan(clamped)) / Math.PI) / 2;
  return Math.max(0, Math.min(Math.floor(height * 2 ** level), 2 ** level - 1));
}

/** The expected cells of a box, computed from every scan. */
function recounted({ west, south, east, north }: Box, level: number, country: string | undefined): Cell[] {
  const [left, right] = [tileX(west, level), tileX(east, level)];
  const cells = new Map<string, { cell: Cell; scans: number }>();
  for (const scan of known) {
    const day = new Date(scan.at).toISOString().slice(0, 10);
    if (!scan.place || day < RANGE.from || day > RANGE.to) continue;
    if (country !== undefined && scan.country !== country) continue;
    const [x, y] = [tileX(scan.place.longitude, level), tileY(scan.place.latitude, level)];
    const isAcross = west <= east ? x >= left && x <= right : x >= left || x <= right;
    if (!isAcross || y < tileY(north, level) || y > tileY(south, level)) continue;
    const none = { x, y, latitude: 0, longitude: 0, original: 0, fake: 0, unknown: 0, error: 0 };
    const found = cells.get(`${x}/${y}`) ?? { cell: none, scans: 0 };
    found.cell[scan.verdict]++;
    found.cell.latitude += scan.place.latitude;
    found.cell.longitude += scan.place.longitude;
    found.scans++;
    cells.set(`${x}/${y}`, found);
  }
  return [...cells.values()].map(({ cell, scans }) => ({
    ...cell,
    latitude: cell.latitude / scans,
    longitude: cell.longitude / scans,
  }));
}

/** Sorts cells, and rounds positions for comparison. */
const comparable = (cells: Cell[]) =>
  cells
    .map((cell) => ({
      ...cell,
      latitude: Math.round(cell.latitude * 1e5),
      longitude: Math.round(cell.longitude * 1e5),
    }))
    .sort((one, other) => one.x - other.x || one.y - other.y);

async function call(path: string, input: unknown): Promise<unknown> {
  const { value, failure } = await callProcedure(path, input, { cookie: viewer.cookie });
  expect(failure).toBeUndefined();
  return value;
}

async function expectSame(box: Box, zoom: number, country?: string) {
  const input = { box, zoom, days: RANGE, ...(country === undefined ? {} : { country }) };
  const { level, cells } = Cells.parse(await call("map.cells", input));
  const [actual, expected] = [comparable(cells), comparable(recounted(box, level, country))];
  const counts = ({ latitude, longitude, ...counts }: Cell) => counts;
  expect(actual.map(counts)).toEqual(expected.map(counts));
  actual.forEach((cell, i) => {
    expect(Math.abs(cell.latitude - (expected[i]?.latitude ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs(cell.longitude - (expected[i]?.longitude ?? 0))).toBeLessThanOrEqual(1);
  });
  return actual.length;
}

const WORLD = { west: -180, south: -90, east: 180, north: 90 };

test.each([0, 4, 8])("the whole world at zoom %i equals a recount of all scans", async (zoom) => {
  expect(await expectSame(WORLD, zoom)).toBeGreaterThan(100);
});

test.each([2, 9])("one country at zoom %i equals a recount of its scans", async (zoom) => {
  expect(await expectSame(WORLD, zoom, "DE")).toBeGreaterThan(0);
});

test.each([1, 6, 10])("a box across the antimeridian at zoom %i contains both sides", async (zoom) => {
  const box = { west: 178.7, south: -21, east: -178.9, north: -11 };
  expect(await expectSame(box, zoom)).toBeGreaterThan(1);
});

test.each([2, 9])("the poles at zoom %i equal a recount of their scans", async (zoom) => {
  expect(await expectSame({ ...WORLD, south: 86 }, zoom)).toBeGreaterThan(0);
  expect(await expectSame({ ...WORLD, north: -86 }, zoom)).toBeGreaterThan(0);
});

test("any box at any zoom equals a recount of its scans", async () => {
  const degrees = (max: number) => fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((n) => n / 1e5);
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(degrees(180), degrees(180), degrees(90), degrees(90), fc.integer({ min: 0, max: 22 })),
      async ([west, east, one, other, zoom]) => {
        await expectSame({ west, east, south: Math.min(one, other), north: Math.max(one, other) }, zoom);
      },
    ),
    { numRuns: 30, seed: 7 },
  );
});

test("box edges that are almost zero are accepted", async () => {
  const box = { west: 5e-324, south: -5e-324, east: 1, north: 1 };
  await call("map.cells", { box, zoom: 9, days: RANGE });
});

const Listed = z.object({
  entries: z.array(z.looseObject({ id: z.string() })),
  nextCursor: z.string().nullable(),
});

test.each([
  ["around Hamburg", { west: 9.9, south: 53.45, east: 10.05, north: 53.62 }],
  ["across the antimeridian", { west: 179.4, south: -18.5, east: -179.5, north: -13.2 }],
  ["at a pole", { west: -180, south: 89.2, east: 180, north: 90 }],
  ["of the whole world", WORLD],
])("listing the scans of a box %s returns each once, and no others", async (_, box) => {
  const { west, south, east, north } = box;
  const inBox = known.filter(({ place }) => {
    if (!place || place.latitude < south || place.latitude > north) return false;
    const { longitude } = place;
    return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  });
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const input = { filter: { box }, limit: 100, ...(cursor ? { cursor } : {}) };
    const page = Listed.parse(await call("scans.list", input));
    listed.push(...page.entries.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(inBox.length).toBeGreaterThan(3);
  expect(listed.toSorted()).toEqual(inBox.map(({ id }) => id).toSorted());
});
