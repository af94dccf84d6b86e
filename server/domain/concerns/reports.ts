import { sql } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { reports } from "@/db/schema/reports";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { moment } from "@/server/domain/stats/counts";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Found } from "./concern";
import { firstDayOf, SHOWN_DAYS } from "./days";
import { concernOf, examinedFrom, type Row } from "./rows";

/** The newest reports that are examined. */
const MAX_ROWS = 500;

/** Reports of buyers that belong to no case yet. */
export async function reportsConcern(ctx: Ctx, producerId: string, span: StatsRange): Promise<Found[]> {
  const read = await walkIndexes(ctx.db, (db) =>
    db.execute<Row & { isNew: boolean } & Record<string, unknown>>(sql`
      with newest as materialized (
        select id, timestamp, item_id, code from ${reports}
        where producer_id = ${producerId} and timestamp >= ${moment(firstDayOf(span, SHOWN_DAYS))}
          and timestamp < ${moment(span.before)}
        order by timestamp desc, id desc limit ${MAX_ROWS})
      select id as ref, coalesce(code, item_id::text) as thing, extract(epoch from timestamp)::float8 * 1000 as at,
        null as country, not exists (select from ${caseLinks} where ${caseLinks.reportId} = newest.id) as "isNew"
      from newest`),
  );
  const found = concernOf(
    {
      kind: "reports",
      link: "report",
      rows: read.filter(({ isNew }) => isNew),
      examinedFrom: examinedFrom(read, MAX_ROWS),
      span,
    },
    1,
  );
  return found ? [found] : [];
}
