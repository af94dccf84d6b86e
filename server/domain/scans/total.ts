import { and, eq, type SQL, sql } from "drizzle-orm";
import { assessments } from "@/db/schema/assessments";
import { scanDays } from "@/db/schema/scan-days";
import { scans } from "@/db/schema/scans";
import { type Chosen, choiceIn, isLetBy } from "@/server/core/choice";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { passing } from "@/server/data/choice-condition";
import { indexOrder, isLed } from "@/server/data/keyset";
import { countInTime, type Total, totalOf } from "@/server/data/total";
import type { ScanFilter } from "./filter";
import { planOf } from "./plan";
import { CLASSIFICATIONS } from "./schema";

/** A longer system is known to the roll-ups by its beginning alone. */
const MAX_SYSTEM_CHARACTERS = 39;

const inFacet = (facet: "country" | "os" | "group", chosen: Chosen<string>, termOf: (value: string) => SQL) =>
  and(
    eq(scanDays.facet, facet),
    passing(
      choiceIn(chosen),
      (values) => sql`${scanDays.value} in (${sql.join(values.map(termOf), sql`, `)})`,
    ),
  );

const isShort = (os: Chosen<string>) => {
  const choice = choiceIn(os);
  return ("is" in choice ? choice.is : choice.isNot).every(
    (value) => [...value].length <= MAX_SYSTEM_CHARACTERS,
  );
};

/** The rows of the roll-ups that sum up to the scans of a filter, but for verdicts; undefined where none do. */
function facetOf({ verdict: _, country, group, os, ...others }: ScanFilter): SQL | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const facets = [country, group, os].filter((chosen) => chosen !== undefined);
  if (facets.length > 1) return undefined;
  if (country !== undefined) return inFacet("country", country, (value) => sql`${value}`);
  if (group !== undefined)
    return inFacet("group", group, (value) => (value === "none" ? sql`''` : sql`${value.toLowerCase()}`));
  if (os === undefined) return eq(scanDays.facet, "os");
  return isShort(os) ? inFacet("os", os, (value) => sql`system_of(${value})`) : undefined;
}

/** The number of the caller's scans that match a filter, from the roll-ups where they have it. */
export async function totalOfScans(ctx: Ctx, filter: ScanFilter): Promise<Total> {
  const { producerId } = callingProducer(ctx);
  const facet = facetOf(filter);
  if (facet) {
    const verdicts = CLASSIFICATIONS.filter((verdict) => isLetBy(filter.verdict, verdict));
    const sums = verdicts.map((verdict) => sql`${scanDays[verdict]}`);
    const count =
      sums.length === 0
        ? 0
        : await countInTime(
            ctx,
            sql`select coalesce(sum(${sql.join(sums, sql` + `)}), 0)::float8 as count
              from ${scanDays} where ${and(eq(scanDays.producerId, producerId), facet)}`,
          );
    if (count !== undefined) return { count, isExact: true };
  }
  const plan = await planOf(ctx, filter);
  if (!plan) return { count: 0, isExact: true };
  const { along, remaining } = plan;
  const ways = plan.ways.map(({ lead, walked }) => ({
    where: and(isLed({ lead }), walked),
    indexOrder: indexOrder({ time: along.time, id: along.id, lead }),
  }));
  return totalOf(ctx, {
    from:
      along.table === scans
        ? sql`${scans} left join ${assessments} on ${assessments.scanId} = ${scans.id}`
        : sql`${assessments} join ${scans} on ${scans.id} = ${assessments.scanId}`,
    ways,
    passes: remaining,
    where: plan.whole,
  });
}
