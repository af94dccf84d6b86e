import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { producers } from "@/db/schema/producers";
import type { Days } from "./map-query";
import { isEverybody, type Scope } from "./scope";

const VERDICTS = ["original", "fake", "unknown", "error"] as const;

type Verdict = (typeof VERDICTS)[number];

/** How many scans there were of each verdict. */
export type VerdictCounts = Record<Verdict, number>;

/** Scans of a scope; of everybody, producer by producer, as the indexes of scans begin with it. */
export const ofScope = (producerId: PgColumn, scope: Scope): SQL =>
  isEverybody(scope)
    ? sql`${producerId} in (select ${producers.id} from ${producers})`
    : eq(producerId, scope.producerId);

const startOf = (day: string, daysLater = 0) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + daysLater * 86_400_000);

/** Whether a time lies in whole UTC days. */
export const duringDays = (time: PgColumn, { from, to }: Days): SQL | undefined =>
  and(gte(time, startOf(from)), lt(time, startOf(to, 1)));

type ByVerdict = Record<Verdict, SQL<number>>;

const byVerdict = (term: (verdict: Verdict) => SQL<number>): ByVerdict => ({
  original: term("original"),
  fake: term("fake"),
  unknown: term("unknown"),
  error: term("error"),
});

/** Sums of the columns of that name. */
export const sumsOf = (columns: Record<Verdict, PgColumn>): ByVerdict =>
  byVerdict((verdict) => sql<number>`sum(${columns[verdict]})::float8`);

/** How often each verdict stands in a column. */
export const countsOf = (column: PgColumn): ByVerdict =>
  byVerdict((verdict) => sql<number>`(count(*) filter (where ${column} = ${verdict}))::float8`);
