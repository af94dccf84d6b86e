import type { Calls } from "@/app/request/calls";
import type { Range } from "./preset-range";

/** The figures of one producer and of all producers have the same procedures. */
export type StatsCalls = Pick<Calls["stats"], "totals" | "trend" | "countries" | "systems" | "activeItems">;

export interface Asked {
  range: Range;
  country?: string | undefined;
  zone: string;
}

/** The figures of an overview. */
export const statsQueries = (calls: StatsCalls, { range, country, zone }: Asked) => ({
  totals: calls.totals.queryOptions({ range, country }),
  trend: calls.trend.queryOptions({ range, country, zone }),
  countries: calls.countries.queryOptions({ range }),
  systems: calls.systems.queryOptions({ range }),
  activeItems: calls.activeItems.queryOptions({ range }),
});

/** The figures that only a producer's own overview has. */
export const ownStatsQueries = ({ stats }: Calls, { range, country }: Omit<Asked, "zone">) => ({
  groups: stats.groups.queryOptions({ range }),
  items: stats.items.queryOptions({ range, country }),
});
