import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { type Scan, scans } from "@/db/schema/scans";
import { DAY_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import type { NewProducer } from "@/server/domain/producers/create";
import type { AreaQuery } from "@/server/domain/stats/map-query";
import { ownScope } from "@/server/domain/stats/scope";
import { newId } from "@/server/platform/ids";
import { runtime } from "@/server/runtime/runtime";
import { ctxOf, newGroup, newProducer } from "./factories";

const FIRST_DAY = Date.UTC(2026, 1, 15);
const DAYS = 60;
const COUNT = 1_200;
export const RANGE = { from: "2026-02-20", to: "2026-04-10" };
const VERDICTS = ["original", "original", "fake", "unknown", "error"] as const;
export const WORLD = { west: -180, south: -90, east: 180, north: 90 };
export const HAMBURG = { west: 9.9, south: 53.45, east: 10.05, north: 53.62 };
export const BOXES = {
  "the world": WORLD,
  Hamburg: HAMBURG,
  Europe: { west: -10.4, south: 36.1, east: 30.3, north: 60.2 },
  "both sides of the antimeridian": { west: 170.5, south: -20, east: -170.25, north: 10 },
  "a pole": { ...WORLD, south: 84 },
  "the open sea": { west: -40, south: -50, east: -39, north: -49 },
};

/** A scan of the world. */
export type KnownScan = Pick<
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

type Box = AreaQuery["box"];

export const isIn = ({ west, south, east, north }: Box, { latitude, longitude }: KnownScan) =>
  latitude !== null &&
  longitude !== null &&
  latitude >= south &&
  latitude <= north &&
  (west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east);

export const isDuring = ({ timestamp }: KnownScan) => {
  const day = timestamp.toISOString().slice(0, 10);
  return day >= RANGE.from && day <= RANGE.to;
};

export const areaOf = (box: Box, narrowed: Omit<AreaQuery, "box" | "days"> = {}): AreaQuery => ({
  box,
  days: RANGE,
  ...narrowed,
});

export const countsOf = (some: KnownScan[]) => {
  const of = (verdict: string) => some.filter((one) => one.copyclassification === verdict).length;
  return { original: of("original"), fake: of("fake"), unknown: of("unknown"), error: of("error") };
};

/** A producer with scans all over the world, of which another producer has some, too. */
export async function newAreaWorld() {
  const producer = await newProducer();
  const group = await newGroup(producer, { title: "Shoes" });
  const { db } = runtime().database;
  const names = ["a", "b", "c", "d", "e", "f", "g"].map((name) => `${name}-${producer.producerId}`);
  await db
    .insert(identifiers)
    .values(names.map((identifier) => ({ identifier, producerId: producer.producerId })));
  const made = await db
    .insert(items)
    .values(names.map((name, n) => ({ ...fieldsOf(producer, name), ...(n === 0 && { groupId: group }) })))
    .returning({ id: items.id });
  const known: KnownScan[] = Array.from({ length: COUNT }, (_, n) => {
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
  const rowOf = (scan: KnownScan) => ({ ...scan, producerId: producer.producerId, data: {} });
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
  const ctx = ctxOf(producer);
  const scansIn = ({ box, country, group }: AreaQuery) =>
    known.filter(
      (scan) =>
        isDuring(scan) &&
        isIn(box, scan) &&
        (country === undefined || (scan.country ?? "ZZ") === country) &&
        (group === undefined || scan.groupId === group),
    );
  return { producer, group, known, ctx, scope: ownScope(ctx), scansIn };
}
