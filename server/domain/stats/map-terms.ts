import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { producers } from "@/db/schema/producers";
import { DAY_MS } from "@/server/core/time";
import type { Days } from "./map-query";
import type { StatsRange } from "./schema";
import { isAllProducers, type Scope } from "./scope";

/** Scans of a scope; of everybody, producer by producer, as the indexes of scans begin with it. */
export const ofScope = (producerId: PgColumn, scope: Scope): SQL =>
  isAllProducers(scope)
    ? sql`${producerId} in (select ${producers.id} from ${producers})`
    : eq(producerId, scope.producerId);

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The time that whole UTC days take. */
export const rangeOf = ({ from, to }: Days): StatsRange => ({
  from: startOf(from),
  before: startOf(to) + DAY_MS,
});

/** Whether a time lies in whole UTC days. */
export function duringDays(time: PgColumn, days: Days): SQL | undefined {
  const { from, before } = rangeOf(days);
  return and(gte(time, new Date(from)), lt(time, new Date(before)));
}
