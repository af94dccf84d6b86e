import { lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { LATEST_MOMENT } from "./moment";

const DEFAULT_LIMIT = 25;
const MOST_LIMIT = 1000;

const numeric = (pattern: RegExp, message: string) => z.string().regex(pattern, message).transform(Number);

/** The query of every list: `limit` entries strictly older than `timestamp`, or the newest. */
export const Page = z.object({
  timestamp: numeric(/^-?\d+(\.\d+)?(e\+?\d+)?$/i, "must be a number of milliseconds")
    .refine((ms) => Math.abs(ms) <= Number.MAX_SAFE_INTEGER, "is out of range")
    .transform((ms) => Math.min(Math.max(0, Math.ceil(ms)), LATEST_MOMENT))
    .optional()
    .meta({
      description: "Only entries older than this moment, in milliseconds; the newest when absent",
      override: { type: "number", pattern: undefined },
    }),
  limit: numeric(/^0*[1-9]\d*$/, "must be a positive integer")
    .transform((limit) => Math.min(limit, MOST_LIMIT))
    .default(DEFAULT_LIMIT)
    .meta({
      description: `Entries in a page, at most ${MOST_LIMIT}. A page never splits entries of one timestamp: it may hold more`,
      override: { type: "integer", pattern: undefined, minimum: 1, default: DEFAULT_LIMIT },
    }),
});

export type Page = z.output<typeof Page>;

/** One page of a list, newest first; `next` is the timestamp that the next page begins below, where there is one. */
export interface Paged<T> {
  entries: T[];
  next: number | undefined;
}

/** How the rows of a list are read: those that `older` keeps, in the given `order`, which also bounds their number. */
interface List<T> {
  time: PgColumn;
  timeOf(row: T): Date;
  /** Says which of two rows of one timestamp is the newer: the one with the higher rank. */
  rankOf(row: T): number | string;
  read(older: SQL | undefined, order: SQL): Promise<T[]>;
}

/** Drizzle can't say `with ties`, so the bound rides at the end of the order. */
const newestFirst = (time: PgColumn, most: number) => sql`${time} desc fetch first (${most}) rows with ties`;

/**
 * Reads one page. It never splits entries of one timestamp, so that paging by timestamp alone returns each entry once;
 * for that it may hold more than `limit` entries (decision 0008).
 */
export async function readPage<T>(
  { timestamp, limit }: Page,
  { time, timeOf, rankOf, read }: List<T>,
): Promise<Paged<T>> {
  const olderThan = (ms: number) => lt(time, new Date(ms));
  const rows = await read(
    timestamp === undefined ? undefined : olderThan(timestamp),
    newestFirst(time, limit + 1),
  );
  rows.sort((a, b) => timeOf(b).getTime() - timeOf(a).getTime() || (rankOf(a) < rankOf(b) ? 1 : -1));
  const last = rows[limit - 1];
  const beyond = rows[limit];
  if (!last || !beyond) return { entries: rows, next: undefined };
  const boundary = timeOf(last).getTime();
  if (timeOf(beyond).getTime() < boundary) return { entries: rows.slice(0, limit), next: boundary };
  const older = await read(olderThan(boundary), newestFirst(time, 1));
  return { entries: rows, next: older.length > 0 ? boundary : undefined };
}
