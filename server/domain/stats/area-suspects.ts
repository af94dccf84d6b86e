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
  /** Whether there may be older ones. */
  isCut: boolean;
}

interface Found extends Record<string, unknown> {
  id: string;
  at: number;
}

const FOUND = sql`${scans.id} as id, extract(epoch from ${scans.timestamp})::float8 as at`;
const newestOf = (where: SQL | undefined) => sql`
  select ${FOUND} from ${scans} where ${where ?? sql`true`}
  order by ${scans.timestamp} desc, ${scans.id} desc limit ${MAX_SUSPECTS + 1}`;

function fakes(ctx: Ctx, { read, where, isWalk }: FakeRows): Promise<Found[]> {
  const statement = sql`
    with ${scans} as materialized (${read}) ${newestOf(and(where, eq(scans.copyclassification, "fake")))}`;
  return isWalk
    ? walkIndexes(ctx.db, (db) => db.execute<Found>(statement))
    : ctx.db.execute<Found>(statement);
}

/** Among the newest findings of the producer. */
function withFindings(ctx: Ctx, { box, days, ...narrowed }: AreaQuery): Promise<Found[]> {
  const walk = { time: assessments.timestamp, id: assessments.scanId };
  const walked = and(
    eq(assessments.producerId, callingProducer(ctx).producerId),
    during(walk, rangeOf(days)),
  );
  const lies = inDegrees(box, sql`${scans.longitude}`, sql`${scans.latitude}`);
  return walkIndexes(ctx.db, (db) =>
    db.execute<Found>(sql`
      with walked as materialized (select ${assessments.scanId} from ${assessments} where ${walked}
        order by ${sql.join(indexOrder(walk), sql`, `)} limit ${BOUNDS.rows})
      select ${FOUND} from walked join ${scans} on ${scans.id} = walked.scan_id
      where ${and(lies, narrowedTo(narrowed))} limit ${MAX_SUSPECTS + 1}`),
  );
}

/** Finds the suspicious scans of an area of the caller's map, which a case may be about: 1,000 at most. */
export async function suspectsIn(ctx: Ctx, query: AreaQuery): Promise<Suspects> {
  const scope = ownScope(ctx);
  const rows = fakeRows(scope, query, await tilesOf(ctx, scope, query));
  const found = (await Promise.all([fakes(ctx, rows), withFindings(ctx, query)])).flat();
  const ids = [...new Set(found.toSorted((a, b) => b.at - a.at).map(({ id }) => id))];
  return { ids: ids.slice(0, MAX_SUSPECTS), isCut: ids.length > MAX_SUSPECTS };
}
