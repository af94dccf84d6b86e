import { and, eq, type SQL, sql } from "drizzle-orm";
import { assessments } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { during, indexOrder } from "@/server/data/keyset";
import { walkIndexes } from "@/server/data/walk-indexes";
import { type FakeRows, fakeRows } from "./area-fakes";
import { tilesOf } from "./area-tiles";
import { inDegrees } from "./box";
import type { AreaQuery } from "./map-query";
import { rangeOf } from "./map-terms";
import { BOUNDS, narrowedTo } from "./newest";
import { ownScope } from "./scope";

/** As many as one call adds to a case. */
const MAX_SUSPECTS = 1_000;

/** The newest fakes and scans with findings of an area. */
export interface Suspects {
  ids: string[];
  /** Whether there may be older ones: there are more, or not all were read. */
  isCut: boolean;
}

interface Found {
  id: string;
  at: number;
}

interface Row extends Record<string, unknown> {
  found: Found[];
  read: number;
}

const FOUND = sql`${scans.id} as id, extract(epoch from ${scans.timestamp})::float8 as at`;

/** Selects the newest scans of some, and how many rows were read to find them. */
const newestOf = (from: SQL, where: SQL | undefined, read: SQL) => sql`
  select (select count(*)::int from ${read}) as read, (select coalesce(json_agg(suspect), '[]') from (
    select ${FOUND} from ${from} where ${where ?? sql`true`}
    order by ${scans.timestamp} desc, ${scans.id} desc limit ${MAX_SUSPECTS + 1}) as suspect) as found`;

const suspectsOf = ([row]: Row[], isCut: (read: number) => boolean) => ({
  found: row?.found ?? [],
  isCut: isCut(row?.read ?? 0),
});

async function fakes(ctx: Ctx, { read, where, isWalk }: FakeRows, bounds: typeof BOUNDS) {
  const isFake = eq(scans.copyclassification, "fake");
  const statement = sql`
    with ${scans} as materialized (${read}) ${newestOf(sql`${scans}`, and(where, isFake), sql`${scans}`)}`;
  const rows = await (isWalk
    ? walkIndexes(ctx.db, (db) => db.execute<Row>(statement))
    : ctx.db.execute<Row>(statement));
  return suspectsOf(rows, (read) => isWalk && read > bounds.rows);
}

/** Among the newest findings of the producer. */
async function withFindings(ctx: Ctx, { box, days, ...narrowed }: AreaQuery, bounds: typeof BOUNDS) {
  const walk = { time: assessments.timestamp, id: assessments.scanId };
  const walked = and(
    eq(assessments.producerId, callingProducer(ctx).producerId),
    during(walk, rangeOf(days)),
  );
  const lies = inDegrees(box, sql`${scans.longitude}`, sql`${scans.latitude}`);
  const rows = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
      with walked as materialized (select ${assessments.scanId} from ${assessments} where ${walked}
        order by ${sql.join(indexOrder(walk), sql`, `)} limit ${bounds.rows + 1})
      ${newestOf(sql`walked join ${scans} on ${scans.id} = walked.scan_id`, and(lies, narrowedTo(narrowed)), sql`walked`)}`),
  );
  return suspectsOf(rows, (read) => read > bounds.rows);
}

/** Finds the suspicious scans of an area of the caller's map, which a case may be about: 1,000 at most. */
export async function suspectsIn(ctx: Ctx, query: AreaQuery, bounds = BOUNDS): Promise<Suspects> {
  const scope = ownScope(ctx);
  const rows = fakeRows(scope, query, await tilesOf(ctx, scope, query), bounds);
  const both = await Promise.all([fakes(ctx, rows, bounds), withFindings(ctx, query, bounds)]);
  const found = both.flatMap(({ found }) => found).toSorted((a, b) => b.at - a.at);
  const ids = [...new Set(found.map(({ id }) => id))];
  return {
    ids: ids.slice(0, MAX_SUSPECTS),
    isCut: ids.length > MAX_SUSPECTS || both.some(({ isCut }) => isCut),
  };
}
