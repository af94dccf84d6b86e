import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { producers } from "@/db/schema/producers";
import { DAY_MS } from "@/server/core/time";
import type { Days } from "./map-query";
import type { StatsRange } from "./schema";
import { isAllProducers, producersOf, type Scope } from "./scope";

/** Limits scans to a scope. All producers are listed by id, because the indexes of scans begin with the producer. */
export const ofScope = (producerId: PgColumn, scope: Scope): SQL =>
  isAllProducers(scope)
    ? sql`${producerId} in (select ${producers.id} from ${producers} where ${producersOf(scope)})`
    : eq(producerId, scope.producerId);

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The range that whole UTC days cover. */
export const rangeOf = ({ from, to }: Days): StatsRange => ({
  from: startOf(from),
  before: startOf(to) + DAY_MS,
});

/** Whether a time lies within whole UTC days. */
export function duringDays(time: PgColumn, days: Days): SQL | undefined {
  const { from, before } = rangeOf(days);
  return and(gte(time, new Date(from)), lt(time, new Date(before)));
}
