import { and, asc, type SQL, sql } from "drizzle-orm";
import { type Scan, scans } from "@/db/schema/scans";
import type { sightings } from "@/db/schema/sightings";
import { type Ctx, readWide } from "@/server/ctx";
import { walkIndexes } from "@/server/domain/shared/walk-indexes";
import { MAX_PAGE_BYTES, weightOf } from "@/server/domain/shared/weight";

interface Row {
  timestamp: Date;
  id: string;
}

/** How many of the first rows fit into a page, and what they take; one does in any case. */
function fitting(weighed: { bytes: number }[]): { bytes: number; most: number } {
  let [bytes, most] = [0, 0];
  for (const one of weighed) {
    if (bytes + one.bytes > MAX_PAGE_BYTES && most > 0) break;
    bytes += one.bytes;
    most++;
  }
  return { bytes, most };
}

/** How rows are read, oldest first: so many after another one. `weigh` tells how many bytes each of them takes. */
interface Walk<T> {
  read(after: Row | undefined, most: number): Promise<T[]>;
  weigh?(after: Row | undefined, most: number): Promise<{ bytes: number }[]>;
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
  let last: T | undefined;
  for (;;) {
    const after = last;
    const weighed = isWeighed ? await inOrder(async ({ weigh }) => weigh?.(after, size)) : undefined;
    const { bytes, most } = weighed ? fitting(weighed) : { bytes: 0, most: size };
    const page = most === 0 ? [] : await readWide(ctx, bytes, () => inOrder(({ read }) => read(after, most)));
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
    weigh: (after, most) =>
      db
        .select({
          bytes: weightOf(
            sql`${scans.timestamp}, ${scans.id}`,
            scans.data,
            scans.softwareInfo,
            scans.deviceInfo,
          ),
        })
        .from(scans)
        .where(and(whose, later(scans, after)))
        .orderBy(asc(scans.timestamp), asc(scans.id))
        .limit(most),
  });
