import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Alert } from "@/db/schema/alerts";
import { assessments } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import { sightings } from "@/db/schema/sightings";
import { findingOf } from "@/server/core/finding-kinds";

/** The newest rows behind an alert that are counted. */
export const MAX_ROWS = 10_000;

const OF_SCAN = sql`${scans.country} as country, ${scans.identifier} as identifier, ${scans.groupId} as group_id,
  ${scans.latitude} as latitude, ${scans.longitude} as longitude, ${scans.copyclassification} as copyclassification`;

/** SQL for the newest rows behind an alert: country, identifier, group, place and verdict; one more than are counted. */
export function rowsBehind({ producerId, condition, evidence }: Alert): SQL {
  const { from, before, figures } = evidence;
  const [start, end] = [new Date(from), new Date(before)];
  const ofScans = (more: SQL | undefined) =>
    sql`select ${OF_SCAN} from ${scans} where ${and(
      eq(scans.producerId, producerId),
      gte(scans.timestamp, start),
      lt(scans.timestamp, end),
      more,
    )} order by ${scans.timestamp} desc limit ${MAX_ROWS + 1}`;
  switch (figures.kind) {
    case "fakeRate": {
      const of = condition.kind === "fakeRate" ? condition.of : null;
      const narrowed = of && ("country" in of ? eq(scans.country, of.country) : eq(scans.groupId, of.group));
      return ofScans(
        and(
          // The index has no originals, and is chosen by this condition.
          sql`${scans.copyclassification} <> 'original'`,
          eq(scans.copyclassification, "fake"),
          narrowed ?? undefined,
        ),
      );
    }
    case "newCountry":
      return ofScans(
        inArray(
          scans.country,
          figures.countries.map(({ country }) => country),
        ),
      );
    case "impossibleTravel":
    case "stolenItem":
      return sql`select ${OF_SCAN} from ${assessments} join ${scans} on ${scans.id} = ${assessments.scanId} where ${and(
        eq(assessments.producerId, producerId),
        gte(assessments.timestamp, start),
        lt(assessments.timestamp, end),
        sql`${findingOf(figures.kind)} = any(${assessments.reasons})`,
      )} order by ${assessments.timestamp} desc limit ${MAX_ROWS + 1}`;
    case "unknownIdentifiers":
      return sql`select ${sightings.country} as country, ${sightings.identifier} as identifier, null::uuid as group_id,
          ${sightings.latitude} as latitude, ${sightings.longitude} as longitude,
          ${sightings.copyclassification} as copyclassification
        from ${sightings} where ${and(
          eq(sightings.producerId, producerId),
          gte(sightings.timestamp, start),
          lt(sightings.timestamp, end),
        )} order by ${sightings.timestamp} desc limit ${MAX_ROWS + 1}`;
  }
}
