import { z } from "zod";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { countriesOf, groupsOf } from "@/server/domain/stats/by-facet";
import { itemsWithMostFakes } from "@/server/domain/stats/by-item";
import type { Counts } from "@/server/domain/stats/counts";
import { shareOf } from "@/server/domain/stats/interval";
import { StatsCountry, type StatsRange, Zone } from "@/server/domain/stats/schema";
import { ownScope } from "@/server/domain/stats/scope";
import { totalsOf } from "@/server/domain/stats/totals";
import { trendOf } from "@/server/domain/stats/trend";
import { tool } from "../tool";

const MAX_DAYS = 365;

/** The last whole days and the hours of today, up to the end of this hour. */
function lastDays(days: number): StatsRange {
  const before = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return { from: before - days * DAY_MS, before };
}

/** Counts with the share of scans called fake, and its 95 % interval. */
function withRate<C extends Counts>(counts: C) {
  const scans = counts.original + counts.fake + counts.unknown + counts.error;
  return { ...counts, scans, fakeRate: shareOf(counts.fake, scans) ?? null };
}

const READ = {
  all: async (ctx: Ctx, range: StatsRange, country?: string) => {
    const { now, before } = await totalsOf(ctx, ownScope(ctx), range, country);
    return { now: withRate(now), timeBefore: withRate(before) };
  },
  country: async (ctx: Ctx, range: StatsRange) =>
    (await countriesOf(ctx, ownScope(ctx), range)).map(({ value, ...counts }) => ({
      country: value,
      ...withRate(counts),
    })),
  group: async (ctx: Ctx, range: StatsRange) =>
    (await groupsOf(ctx, ownScope(ctx), range)).map(({ value, title, ...counts }) => ({
      group: value === "" ? null : { id: value, title },
      ...withRate(counts),
    })),
  item: (ctx: Ctx, range: StatsRange, country?: string) =>
    itemsWithMostFakes(ctx, ownScope(ctx), range, country),
  time: async (ctx: Ctx, range: StatsRange, country?: string, zone = "UTC") => {
    const { unit, bars } = await trendOf(ctx, ownScope(ctx), { range, zone, country });
    return {
      unit,
      bars: bars.map(({ from, before: _, ...counts }) => ({
        from: new Date(from).toISOString(),
        ...withRate(counts),
      })),
    };
  },
};

const fakeRates = tool({
  name: "fake_rates",
  scope: "scans:read",
  title: "Count scans and fakes",
  description:
    "Scans by the scanners' verdicts and the share of fakes with its 95 % confidence interval: of all, by country, group or time, or the items with most fakes.",
  input: z.object({
    days: z.int().min(1).max(MAX_DAYS).default(30).describe("Counts this many days until now."),
    by: z.enum(["all", "country", "group", "item", "time"]).default("all"),
    country: StatsCountry.optional().describe("Scans in this country only; not by country or group."),
    zone: Zone.optional().describe("IANA time zone of days, such as Europe/Berlin."),
  }),
  call: (ctx, { days, by, country, zone }) => READ[by](ctx, lastDays(days), country, zone),
});

export const figureTools = [fakeRates];
