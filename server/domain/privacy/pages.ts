import { and, asc, type SQL, sql } from "drizzle-orm";
import { type Scan, scans } from "@/db/schema/scans";
import type { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { MAX_PAGE_BYTES, weightOf, withWeights } from "@/server/data/weight";
import { LONG_COLUMNS } from "@/server/domain/scans/read";

interface Row {
  timestamp: Date;
  id: string;
}

/** How many of the first rows fit into a page; one does in any case. */
function fitting(weighed: { bytes: number }[]): number {
  let [bytes, most] = [0, 0];
  for (const one of weighed) {
    if (bytes + one.bytes > MAX_PAGE_BYTES && most > 0) break;
    bytes += one.bytes;
    most++;
  }
  return most;
}

/** How rows are read, oldest first: so many after another one. `weigh` tells how many bytes each of them takes (`weightOf`). */
interface Walk<T> {
  read(after: Row | undefined, most: number): Promise<T[]>;
  weigh?(after: Row | undefined, most: number, mostBytes: number): Promise<{ bytes: number }[]>;
}

/**
 * Rows page by page; each page begins after the last row of the one before. Of large rows a page holds fewer. Read in the order of
 * an index whatever the statistics say (decision 0036).
 */
export async function* inPages<T extends Row>(
  ctx: Ctx,
  walkOf: (ctx: Ctx) => Walk<T>,
  size: number,
): AsyncGenerator<T[]> {
  const inOrder = <R>(read: (walk: Walk<T>) => Promise<R>) =>
    walkIndexes(ctx.db, (db) => read(walkOf({ ...ctx, db })));
  const isWeighed = walkOf(ctx).weigh !== undefined;
  const read = async (after: T | undefined, most: number) =>
    most === 0 ? [] : inOrder(({ read }) => read(after, most));
  let last: T | undefined;
  for (;;) {
    const after = last;
    const page = isWeighed
      ? await withWeights(
          ctx,
          (mostBytes) => inOrder(async ({ weigh }) => (await weigh?.(after, size, mostBytes)) ?? []),
          (weighed) => read(after, fitting(weighed)),
        )
      : await read(after, size);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1);
  }
}

/** Later than a row of the same table. */
export const later = (table: typeof scans | typeof sightings, after: Row | undefined): SQL | undefined =>
  after && sql`(${table.timestamp}, ${table.id}) > (${after.timestamp.toISOString()}, ${after.id})`;

/** How scans of a condition are read in pages. */
export const scansInPages =
  (whose: SQL | undefined) =>
  ({ db }: Ctx): Walk<Scan> => ({
    read: (after, most) =>
      db
        .select()
        .from(scans)
        .where(and(whose, later(scans, after)))
        .orderBy(asc(scans.timestamp), asc(scans.id))
        .limit(most),
    weigh: (after, most, mostBytes) =>
      db
        .select({
          bytes: weightOf(sql`${scans.timestamp}, ${scans.id}`, mostBytes, ...LONG_COLUMNS),
        })
        .from(scans)
        .where(and(whose, later(scans, after)))
        .orderBy(asc(scans.timestamp), asc(scans.id))
        .limit(most),
  });
