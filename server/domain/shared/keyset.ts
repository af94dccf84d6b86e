import { performance } from "node:perf_hooks";
import { and, desc, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";

/** The place of a row in a list: its time, and its id among those of one time. */
export interface Key {
  at: Date;
  id: string;
}

const DEFAULT_LIMIT = 25;
const MOST_LIMIT = 100;

const pageOf = (id: RegExp) =>
  z.object({
    /** What the page before gave as `nextCursor`. */
    cursor: z
      .string()
      .regex(new RegExp(`^\\d{1,14}_(?:${id.source})$`), "must be the cursor of a page of this list")
      .transform((text): Key => {
        const [ms = "", id = ""] = text.split("_");
        return { at: new Date(Number(ms)), id };
      })
      .nullish(),
    limit: z.number().int().min(1).max(MOST_LIMIT).default(DEFAULT_LIMIT),
  });

/** Input of a list whose rows have ids of the service. */
export const PageByUuid = pageOf(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/);

/** Input of a list whose rows are numbered. */
export const PageByNumber = pageOf(/\d{1,15}/);

export type KeysetPage = z.output<typeof PageByUuid>;

/** One page of a list, newest first; `nextCursor` leads to the next, which may be short or empty and still lead on. */
export interface Listed<T> {
  entries: T[];
  nextCursor: string | null;
}

/** How the rows of a list are walked, newest first. */
interface Walk<T> {
  /** Left out where ids alone are in the order of time. */
  time?: PgColumn;
  id: PgColumn;
  keyOf(row: T): Key;
  /** Rows within `range`, in `order`, that the list's filters let pass. */
  read(range: SQL | undefined, order: SQL[], most: number): Promise<T[]>;
  /**
   * Where filters leave out rows that are walked past: the key of the row after `skip` others within `range`, of all that
   * are walked.
   */
  keyAfter?(range: SQL | undefined, order: SQL[], skip: number): Promise<Key | undefined>;
  /**
   * Another way to the rows that `read` would read, asked once the first stretch has shown that they are rare; nothing
   * where there are too many for it after all. With an `end`, there may be others below it.
   */
  shortcut?(
    range: SQL | undefined,
    order: SQL[],
    most: number,
  ): Promise<{ rows: T[]; end?: Key | undefined } | undefined>;
}

type Columns = { time?: PgColumn; id: PgColumn };

export const below = (walk: Columns, { at, id }: Key) =>
  walk.time ? sql`(${walk.time}, ${walk.id}) < (${at.toISOString()}, ${id})` : sql`${walk.id} < ${id}`;

export const notBelow = (walk: Columns, { at, id }: Key) =>
  walk.time ? sql`(${walk.time}, ${walk.id}) >= (${at.toISOString()}, ${id})` : sql`${walk.id} >= ${id}`;

/** The key as `cursor` takes it. */
export const cursorOf = ({ at, id }: Key) => `${at.getTime()}_${id}`;

const FIRST_STRETCH_ROWS = 2_000;
const LONGEST_STRETCH_ROWS = 16_000;
const WALK_FOR_MS = 250;

/**
 * Reads one page by key. Where filters leave rows out, it walks in stretches and ends after a while, so that no page keeps
 * anybody waiting however few rows there are: then it may hold fewer entries than asked for, and still lead on.
 */
export async function readKeyset<T>({ cursor, limit }: KeysetPage, walk: Walk<T>): Promise<Listed<T>> {
  const order = [...(walk.time ? [desc(walk.time)] : []), desc(walk.id)];
  const started = performance.now();
  const entries: T[] = [];
  const page = (end: Key | undefined) => {
    const last = entries[limit - 1];
    const next = entries.length > limit && last ? walk.keyOf(last) : end;
    return { entries: entries.slice(0, limit), nextCursor: next ? cursorOf(next) : null };
  };
  let from = cursor ?? undefined;
  for (let stretch = FIRST_STRETCH_ROWS; ; stretch = Math.min(stretch * 4, LONGEST_STRETCH_ROWS)) {
    const range = from && below(walk, from);
    const end = await walk.keyAfter?.(range, order, stretch - 1);
    const within = and(range, end && notBelow(walk, end));
    entries.push(...(await walk.read(within, order, limit + 1 - entries.length)));
    if (!end || entries.length > limit || performance.now() - started > WALK_FOR_MS) return page(end);
    const isFirst = stretch === FIRST_STRETCH_ROWS;
    const rest = isFirst && (await walk.shortcut?.(below(walk, end), order, limit + 1 - entries.length));
    if (rest) {
      entries.push(...rest.rows);
      return page(rest.end);
    }
    from = end;
  }
}
