import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Ctx, WIDE_BYTES } from "@/server/core/ctx";
import { LATEST_MOMENT } from "@/server/core/moment";
import { shownAs } from "@/server/core/shown-as";
import { walkIndexes } from "./walk-indexes";
import { MAX_PAGE_BYTES, withWeights } from "./weight";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 1000;

const numeric = (pattern: RegExp, message: string) => z.string().regex(pattern, message).transform(Number);

/** The number of entries in a page; `description` says what else ends one. */
export const limitOf = (description: string) =>
  numeric(/^0*[1-9]\d*$/, "must be a positive integer")
    .transform((limit) => Math.min(limit, MAX_LIMIT))
    .default(DEFAULT_LIMIT)
    .meta({
      description: `Entries in a page, at most ${MAX_LIMIT}. ${description}`,
      ...shownAs({ type: "integer", minimum: 1, default: DEFAULT_LIMIT }),
    });

/** The query of every list: `limit` entries strictly older than `timestamp`, or the newest. */
export const Page = z.object({
  timestamp: numeric(/^-?\d+(\.\d+)?(e\+?\d+)?$/i, "must be a number of milliseconds")
    .refine((ms) => Math.abs(ms) <= Number.MAX_SAFE_INTEGER, "is out of range")
    .transform((ms) => Math.min(Math.max(0, Math.ceil(ms)), LATEST_MOMENT))
    .optional()
    .meta({
      description: "Only entries older than this moment, in milliseconds; without it, the newest.",
      ...shownAs({ type: "number" }),
    }),
  limit: limitOf(
    "A page never splits entries of one timestamp: it may hold more. Some 4 MiB are a page: of large entries it holds fewer.",
  ),
});

export interface Page extends z.output<typeof Page> {
  /** A page has fewer entries where they would take more bytes, unless they share one timestamp. */
  maxBytes?: number;
}

/** One page of a list, newest first. `next` is the timestamp below which the next page begins, where there is one. */
export interface Paged<T> {
  entries: T[];
  next: number | undefined;
}

/** The weight of an entry, and its time. */
interface Weighed {
  at: Date;
  bytes: number;
}

/** How to read the rows of a list: those within `range`, in the given `order`, which also limits their number. */
interface List<T> {
  time: PgColumn;
  timeOf(row: T): Date;
  /** Orders rows of one timestamp: the row with the higher rank is newer. */
  rankOf(row: T): number | string;
  read(range: SQL | undefined, order: SQL): Promise<T[]>;
  /** The same rows; undefined where a value of one of them is stored or sent in more than `maxBytes`. */
  readLight?(range: SQL | undefined, order: SQL, maxBytes: number): Promise<T[] | undefined>;
  /** The length of a light row as sent. */
  lengthOf?(row: T): number;
  /** The bytes that reading the same rows would take (`weightOf`); left out where all rows are short. */
  weigh?(range: SQL | undefined, order: SQL, maxBytes: number): Promise<Weighed[]>;
}

const newestFirst = <T>(rows: T[], { timeOf, rankOf }: Pick<List<T>, "timeOf" | "rankOf">) =>
  rows.sort((a, b) => timeOf(b).getTime() - timeOf(a).getTime() || (rankOf(a) < rankOf(b) ? 1 : -1));

/** Drizzle cannot express `with ties`, so the order carries the limit. */
const withTies = (time: PgColumn, limit: number) => sql`${time} desc fetch first (${limit}) rows with ties`;

/** The oldest timestamp that fits into a page, where not all entries fit. Entries of the newest timestamp always do. */
function endOf(weighed: Weighed[], maxBytes: number): number | undefined {
  const byTime = new Map<number, number>();
  for (const { at, bytes } of weighed) byTime.set(at.getTime(), (byTime.get(at.getTime()) ?? 0) + bytes);
  let oldest: number | undefined;
  let total = 0;
  for (const [time, bytes] of [...byTime].sort(([a], [b]) => b - a)) {
    if (total + bytes > maxBytes && oldest !== undefined) return oldest;
    total += bytes;
    oldest = time;
  }
  return undefined;
}

/** Below this share of a page per entry, most pages would be read twice. */
const MIN_LIGHT_BYTES = 1024;

/**
 * Reads a page of light entries by one statement, without weighing them first. Undefined where an entry takes more than its
 * even share of a read that is not wide, or where the page would end between entries of one timestamp.
 */
async function readLightPage<T>(
  ctx: Ctx,
  { limit, maxBytes }: { limit: number; maxBytes: number },
  range: SQL | undefined,
  listOf: (ctx: Ctx) => List<T>,
): Promise<Paged<T> | undefined> {
  const { time, timeOf, rankOf, readLight, lengthOf = () => 0 } = listOf(ctx);
  const maxLightBytes = Math.min(maxBytes, WIDE_BYTES);
  const share = Math.floor(maxLightBytes / (limit + 1));
  if (!readLight || share < MIN_LIGHT_BYTES) return undefined;
  const order = sql`${time} desc limit ${limit + 1}`;
  const rows = await walkIndexes(ctx.db, async (db) =>
    listOf({ ...ctx, db }).readLight?.(range, order, share),
  );
  // Few stored bytes may be many when sent.
  if (!rows || rows.reduce((sum, row) => sum + lengthOf(row), 0) > maxLightBytes) return undefined;
  const [last, beyond] = rows.slice(limit - 1);
  if (!last || !beyond) return { entries: newestFirst(rows, { timeOf, rankOf }), next: undefined };
  const next = timeOf(last).getTime();
  if (timeOf(beyond).getTime() === next) return undefined;
  return { entries: newestFirst(rows.slice(0, limit), { timeOf, rankOf }), next };
}

/**
 * Reads one page. A page never splits entries of one timestamp, so that paging by timestamp alone returns each entry once:
 * it may hold more than `limit` entries (decision 0008), and fewer where they are large (decision 0039). Reads in the order
 * of an index regardless of planner statistics (decision 0036).
 */
export async function readPage<T>(
  ctx: Ctx,
  { timestamp, limit, maxBytes = MAX_PAGE_BYTES }: Page,
  listOf: (ctx: Ctx) => List<T>,
): Promise<Paged<T>> {
  const { time, timeOf, rankOf, weigh } = listOf(ctx);
  const read = (range: SQL | undefined, order: SQL) =>
    walkIndexes(ctx.db, (db) => listOf({ ...ctx, db }).read(range, order));
  const olderThan = (ms: number) => lt(time, new Date(ms));
  const range = timestamp === undefined ? undefined : olderThan(timestamp);
  const light = await readLightPage(ctx, { limit, maxBytes }, range, listOf);
  if (light) return light;
  const order = withTies(time, limit + 1);
  const readFrom = async (end: number | undefined): Promise<Paged<T>> => {
    const within = and(range, end === undefined ? undefined : gte(time, new Date(end)));
    const rows = newestFirst(await read(within, order), { timeOf, rankOf });
    const last = rows[limit - 1];
    const beyond = rows[limit];
    if (!last || !beyond) return { entries: rows, next: end };
    const boundary = timeOf(last).getTime();
    if (timeOf(beyond).getTime() < boundary) return { entries: rows.slice(0, limit), next: boundary };
    if (boundary === end) return { entries: rows, next: end };
    const older = await read(olderThan(boundary), withTies(time, 1));
    return { entries: rows, next: older.length > 0 ? boundary : undefined };
  };
  if (!weigh) return readFrom(undefined);
  return withWeights(
    ctx,
    (readable) =>
      walkIndexes(ctx.db, async (db) => (await listOf({ ...ctx, db }).weigh?.(range, order, readable)) ?? []),
    (weighed) => readFrom(endOf(weighed, maxBytes)),
  );
}
