import { and, asc, type SQL, sql } from "drizzle-orm";
import { type Scan, scans } from "@/db/schema/scans";
import type { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { fittingCount, weightOf, withWeights } from "@/server/data/weight";
import { LONG_COLUMNS } from "@/server/domain/scans/columns";

interface Row {
  timestamp: Date;
  id: string;
}

/** Reads rows, oldest first, after a given row. `weigh` returns the size of each row in bytes (`weightOf`). */
interface Walk<T> {
  read(after: Row | undefined, limit: number): Promise<T[]>;
  weigh?(after: Row | undefined, limit: number, maxBytes: number): Promise<{ bytes: number }[]>;
}

/**
 * Reads rows page by page; each page begins after the last row of the previous one, and holds fewer rows if they are large.
 * Reads follow the order of an index, independently of planner statistics (decision 0036).
 */
export async function* inPages<T extends Row>(
  ctx: Ctx,
  walkOf: (ctx: Ctx) => Walk<T>,
  size: number,
): AsyncGenerator<T[]> {
  const inOrder = <R>(read: (walk: Walk<T>) => Promise<R>) =>
    walkIndexes(ctx.db, (db) => read(walkOf({ ...ctx, db })));
  const isWeighed = walkOf(ctx).weigh !== undefined;
  const read = async (after: T | undefined, limit: number) =>
    limit === 0 ? [] : inOrder(({ read }) => read(after, limit));
  let last: T | undefined;
  for (;;) {
    const after = last;
    const page = isWeighed
      ? await withWeights(
          ctx,
          (maxBytes) => inOrder(async ({ weigh }) => (await weigh?.(after, size, maxBytes)) ?? []),
          (weighed) => read(after, fittingCount(weighed)),
        )
      : await read(after, size);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}

/** Matches rows later than a row of the same table. */
export const later = (table: typeof scans | typeof sightings, after: Row | undefined): SQL | undefined =>
  after && sql`(${table.timestamp}, ${table.id}) > (${after.timestamp.toISOString()}, ${after.id})`;

/** Reads the scans of a condition in pages. */
export const scansInPages =
  (condition: SQL | undefined) =>
  ({ db }: Ctx): Walk<Scan> => ({
    read: (after, limit) =>
      db
        .select()
        .from(scans)
        .where(and(condition, later(scans, after)))
        .orderBy(asc(scans.timestamp), asc(scans.id))
        .limit(limit),
    weigh: (after, limit, maxBytes) =>
      db
        .select({
          bytes: weightOf(sql`${scans.timestamp}, ${scans.id}`, maxBytes, ...LONG_COLUMNS),
        })
        .from(scans)
        .where(and(condition, later(scans, after)))
        .orderBy(asc(scans.timestamp), asc(scans.id))
        .limit(limit),
  });
