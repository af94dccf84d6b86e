import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Ctx } from "@/server/ctx";
import { listScans } from "@/server/domain/scans/list";
import { only } from "@/server/domain/shared/only";
import { activeItemsOf } from "@/server/domain/stats/active-items";
import { countriesOf, groupsOf, systemsOf } from "@/server/domain/stats/by-facet";
import { itemsWithMostFakes } from "@/server/domain/stats/by-item";
import { DAY_MS, HOUR_MS, type StatsRange } from "@/server/domain/stats/schema";
import { everybody, ownScope, type Scope } from "@/server/domain/stats/scope";
import { totalsOf } from "@/server/domain/stats/totals";
import { trendOf } from "@/server/domain/stats/trend";

const ZONE = "Europe/Berlin";
const actor = { type: "user", id: "bench", name: "Bench" } as const;

/** As the producer with most scans calls, and as an admin does. */
async function callers({ db, hot }: Database): Promise<{ own: Ctx; admin: Ctx }> {
  const { id } = only(
    await db.execute<{ id: string }>(
      sql`select producer_id as id from scan_days where facet = 'os' and producer_id <> '00000000-0000-0000-0000-000000000000'
        group by 1 order by sum(original + fake) desc limit 1`,
    ),
  );
  const ctx = { db, hot, requestId: "bench" };
  return {
    own: { ...ctx, caller: { kind: "producer", producerId: id, credential: "session", actor } },
    admin: { ...ctx, caller: { kind: "admin", actor } },
  };
}

const last = (days: number): StatsRange => {
  const before = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return { from: before - days * DAY_MS, before };
};

const overview = (ctx: Ctx, scope: Scope, range: StatsRange) =>
  Promise.all([
    totalsOf(ctx, scope, range),
    trendOf(ctx, scope, { range, zone: ZONE }),
    countriesOf(ctx, scope, range),
  ]);

/** Counts of the tiles of a level in a box, as the map asks for them. */
const cells = ({ db }: Ctx, { producerId }: Scope, level: 6 | 9, days: number, box: [number, number]) =>
  db.execute(sql`
    select x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum) from scan_cells
    where producer_id = ${producerId} and level = ${level} and day >= current_date - ${days}::int
      and x between ${box[0]} and ${box[1]} and y between ${box[0]} and ${box[1]} group by x, y`);

const FIRST_PAGE = { cursor: undefined, limit: 50 };
const WORLD: [number, number] = [0, 63];
const ZOOMED: [number, number] = [160, 200];

/** What is measured, by name. */
export async function worksOf(database: Database): Promise<Map<string, () => Promise<unknown>>> {
  const { own, admin } = await callers(database);
  const [mine, all] = [ownScope(own), everybody(admin)];
  return new Map<string, () => Promise<unknown>>([
    ["overview, 30 days", () => overview(own, mine, last(30))],
    ["overview, a year", () => overview(own, mine, last(365))],
    [
      "fake rates by group and system, a year",
      () => Promise.all([groupsOf(own, mine, last(365)), systemsOf(own, mine, last(365))]),
    ],
    ["items with most fakes, 30 days", () => itemsWithMostFakes(own, mine, last(30))],
    ["active items, 30 days", () => activeItemsOf(own, mine, last(30))],
    ["map of the world, 90 days", () => cells(own, mine, 6, 90, WORLD)],
    ["map, zoomed, 90 days", () => cells(own, mine, 9, 90, ZOOMED)],
    ["last scans", () => listScans(own, {}, FIRST_PAGE)],
    [
      "fakes of half a year ago",
      () => listScans(own, { verdict: "fake", before: last(180).from }, FIRST_PAGE),
    ],
    ["overview of all, 30 days", () => overview(admin, all, last(30))],
    ["overview of all, a year", () => overview(admin, all, last(365))],
  ]);
}
