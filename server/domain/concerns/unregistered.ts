import { sql } from "drizzle-orm";
import { codeMarks } from "@/db/schema/code-marks";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { moment } from "@/server/domain/stats/counts";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Found } from "./concern";
import { firstDayOf, SHOWN_DAYS } from "./days";
import { concernOf, examinedFrom, type Row } from "./rows";

/** The newest sightings that are examined. */
const MAX_ROWS = 2_000;
const MIN_SIGHTINGS = 2;

/** Scans of unregistered codes that members have not decided on. */
export async function unregisteredConcern(ctx: Ctx, producerId: string, span: StatsRange): Promise<Found[]> {
  const read = await walkIndexes(ctx.db, (db) =>
    db.execute<Row & { isOpen: boolean } & Record<string, unknown>>(sql`
      with newest as materialized (
        select identifier, timestamp, country from ${sightings}
        where producer_id = ${producerId} and timestamp >= ${moment(firstDayOf(span, SHOWN_DAYS))}
          and timestamp < ${moment(span.before)}
        order by timestamp desc, id desc limit ${MAX_ROWS})
      select identifier as ref, identifier as thing, extract(epoch from timestamp)::float8 * 1000 as at, country,
        not exists (select from ${codeMarks} where ${codeMarks.producerId} = ${producerId}
          and ${codeMarks.identifier} = newest.identifier) as "isOpen"
      from newest`),
  );
  const found = concernOf(
    {
      kind: "unregistered",
      link: "code",
      rows: read.filter(({ isOpen }) => isOpen),
      examinedFrom: examinedFrom(read, MAX_ROWS),
      span,
    },
    MIN_SIGHTINGS,
  );
  return found ? [found] : [];
}
