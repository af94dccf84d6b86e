import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { only } from "@/server/data/only";
import { concernsOf } from "@/server/domain/concerns/concerns";
import { listProducersByRate } from "@/server/domain/producers/list-by-rate";
import { listScans } from "@/server/domain/scans/list";
import { activeItemsOf } from "@/server/domain/stats/active-items";
import { totalsOfArea } from "@/server/domain/stats/area";
import { fakesOfArea } from "@/server/domain/stats/area-fakes";
import type { Box } from "@/server/domain/stats/box";
import { countriesOf, groupsOf, systemsOf } from "@/server/domain/stats/by-facet";
import { itemsWithMostFakes } from "@/server/domain/stats/by-item";
import { cellsOf } from "@/server/domain/stats/cells";
import type { StatsRange } from "@/server/domain/stats/schema";
import { allProducers, ownScope, type Scope } from "@/server/domain/stats/scope";
import { totalsOf } from "@/server/domain/stats/totals";
import { trendOf } from "@/server/domain/stats/trend";

const ZONE = "Europe/Berlin";
const actor = { type: "user", id: "bench", name: "Bench" } as const;

/** The producer with most scans, and an admin, as callers. */
async function callers({ db, batchClient }: Database): Promise<{ own: Ctx; admin: Ctx }> {
  const { id } = only(
    await db.execute<{ id: string }>(
      sql`select producer_id as id from scan_days where facet = 'os' and producer_id <> '00000000-0000-0000-0000-000000000000'
        group by 1 order by sum(original + fake) desc limit 1`,
    ),
  );
  const ctx = { db, batchClient, requestId: "bench" };
  return {
    own: { ...ctx, caller: { kind: "producer", producerId: id, sandbox: 0, credential: "session", actor } },
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

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The map of a view over a number of days. */
const map = (ctx: Ctx, scope: Scope, days: number, view: { zoom: number; box: Box }) =>
  cellsOf(ctx, scope, {
    ...view,
    days: { from: dayAt(Date.now() - (days - 1) * DAY_MS), to: dayAt(Date.now()) },
  });

/** The totals and the fakes of a selected area of the map, as its card reads them together. */
const area = (ctx: Ctx, scope: Scope, { box }: { box: Box }) => {
  const query = { box, days: { from: dayAt(Date.now() - 89 * DAY_MS), to: dayAt(Date.now()) } };
  return Promise.all([totalsOfArea(ctx, scope, query), fakesOfArea(ctx, scope, query)]);
};

const WORLD = { zoom: 1, box: { west: -180, south: -80, east: 180, north: 80 } };
const EUROPE = { zoom: 5, box: { west: -10, south: 36, east: 30, north: 60 } };
const TOWN = { zoom: 10, box: { west: -42.7, south: 57.6, east: -42.1, north: 58.2 } };

const FIRST_PAGE = { cursor: undefined, limit: 50 };

/** The measured works, by name. */
export async function worksOf(database: Database): Promise<Map<string, () => Promise<unknown>>> {
  const { own, admin } = await callers(database);
  const [mine, all] = [ownScope(own), allProducers(admin)];
  return new Map<string, () => Promise<unknown>>([
    ["overview, 30 days", () => overview(own, mine, last(30))],
    ["overview, a year", () => overview(own, mine, last(365))],
    ["what needs attention, 7 days", () => concernsOf(own, last(7))],
    [
      "fake rates by group and system, a year",
      () => Promise.all([groupsOf(own, mine, last(365)), systemsOf(own, mine, last(365))]),
    ],
    ["items with most fakes, 30 days", () => itemsWithMostFakes(own, mine, last(30))],
    ["active items, 30 days", () => activeItemsOf(own, mine, last(30))],
    ["map of the world, 90 days", () => map(own, mine, 90, WORLD)],
    ["map of Europe, 90 days", () => map(own, mine, 90, EUROPE)],
    ["map of a town, 90 days", () => map(own, mine, 90, TOWN)],
    ["area of the world, 90 days", () => area(own, mine, WORLD)],
    ["area of Europe, 90 days", () => area(own, mine, EUROPE)],
    ["area of a town, 90 days", () => area(own, mine, TOWN)],
    ["last scans", () => listScans(own, {}, FIRST_PAGE)],
    [
      "fakes of half a year ago",
      () => listScans(own, { verdict: "fake", before: last(180).from }, FIRST_PAGE),
    ],
    ["overview of all, 30 days", () => overview(admin, all, last(30))],
    ["overview of all, a year", () => overview(admin, all, last(365))],
    ["map of the world of all, 90 days", () => map(admin, all, 90, WORLD)],
    [
      "producers by fake rate, 90 days",
      () => listProducersByRate(admin, { days: 90, enough: false }, undefined),
    ],
  ]);
}
