import { performance } from "node:perf_hooks";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "@/db/client";
import type { Ctx } from "@/server/core/ctx";
import {
  cursorOf,
  cursorPattern,
  inDirection,
  type Key,
  type KeyValue,
  keyFor,
  keyIn,
  type Order,
  parameterOf,
  type Sort,
  type SortedKey,
  selectedValue,
} from "./order";
import { walkIndexes } from "./walk-indexes";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

const pageOf = (id: RegExp) =>
  z.object({
    /** The `nextCursor` of the previous page. */
    cursor: z
      .string()
      .regex(cursorPattern(id), "must be the cursor of a page of this list")
      .transform(keyIn)
      .nullish(),
    limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  });

/** Input of a list whose rows have ids of the service (UUIDs). */
export const PageByUuid = pageOf(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/);

/** Input of a list whose rows are numbered. */
export const PageByNumber = pageOf(/\d{1,15}/);

export interface KeysetPage {
  cursor?: Key | SortedKey | null | undefined;
  limit: number;
}

/** A page of a list that can be sorted. */
export interface SortedPage<By extends string> extends KeysetPage {
  sort?: Sort<By> | undefined;
}

/** One page of a list. A short or empty page may still have a `nextCursor`. */
export interface Listed<T> {
  entries: T[];
  nextCursor: string | null;
}

export type TimeColumn = PgColumn & { _: { data: Date } };

/** How to walk the rows of a list, newest first unless it has another order. */
export interface Walk<T> {
  /** Left out where ids alone have the order of time. */
  time?: TimeColumn;
  order?: Order | undefined;
  id: PgColumn;
  /**
   * The first column of the index to walk, where another index has the order of time, too. It is compared as a row with
   * time and id, so that no other index has the order. Indexes of other orders have no lead.
   */
  lead?: Lead | undefined;
  /** No index has the order: the rows are few, and sorted. */
  isSorted?: boolean;
  keyOf(row: T): Key<KeyValue>;
  /** Reads the rows within `range`, in `order`, that pass the list's filters. */
  read(range: SQL | undefined, order: SQL[], limit: number): Promise<T[]>;
  /** All rows that the walk passes, where filters leave rows out. */
  walked?: { table: PgTable; where: SQL | undefined };
  /**
   * Another way to the rows of `read`, used once a stretch has shown that they are rare. Undefined where there are too many
   * after all. With an `end`, there may be further rows below it.
   */
  shortcut?(
    range: SQL | undefined,
    order: SQL[],
    limit: number,
  ): Promise<{ rows: T[]; end?: Key<KeyValue> | undefined } | undefined>;
}

/** A column, or an indexed expression, and its value in all rows of a list. */
export interface Lead {
  column: PgColumn | SQL;
  value: string | number | SQL;
}

export type WalkColumns = {
  time?: PgColumn;
  order?: Order | undefined;
  id: PgColumn;
  lead?: Lead | undefined;
};

/** The columns of a walk, in the order of its index. */
const columnsOf = ({ lead, order, time, id }: WalkColumns) =>
  [lead?.column, order?.column ?? time, id].filter((column) => column !== undefined);

const isDescending = ({ order }: WalkColumns) => order?.descending ?? true;

function compared(walk: WalkColumns, operator: "<" | ">" | "<=" | ">=", key: Key<KeyValue>): SQL {
  const { lead, order, time } = walk;
  const values = [...(lead ? [lead.value] : []), ...(order || time ? [parameterOf(key.at)] : []), key.id];
  const listed = (parts: unknown[]) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    );
  const [columns, is] = [columnsOf(walk), sql.raw(operator)];
  return columns.length === 1
    ? sql`${walk.id} ${is} ${key.id}`
    : sql`(${listed(columns)}) ${is} (${listed(values)})`;
}

/** Limits rows to those after a key. */
const beyond = (walk: WalkColumns, key: Key<KeyValue>) => compared(walk, isDescending(walk) ? "<" : ">", key);

/** Limits rows to those before a key, and the key's own. */
export const notBeyond = (walk: WalkColumns, key: Key<KeyValue>) =>
  compared(walk, isDescending(walk) ? ">=" : "<=", key);

/** Limits rows to a time, in milliseconds. Compares like `beyond`, so that the walk passes no other row. */
export function during(
  { lead, time }: { lead?: Lead | undefined; time: PgColumn },
  { from, before }: { from?: number | undefined; before?: number | undefined },
): SQL | undefined {
  const at = (ms: number) => new Date(ms).toISOString();
  const is = (operator: SQL, ms: number) =>
    lead
      ? sql`(${lead.column}, ${time}) ${operator} (${lead.value}, ${at(ms)})`
      : sql`${time} ${operator} ${at(ms)}`;
  return and(
    from === undefined ? undefined : is(sql`>=`, from),
    before === undefined ? undefined : is(sql`<`, before),
  );
}

/** Fixes the lead without an equality, which the planner would treat as a constant: it could then use another index. */
export const isLed = ({ lead }: Pick<WalkColumns, "lead">) =>
  lead && sql`${lead.column} >= ${lead.value} and ${lead.column} <= ${lead.value}`;

/** The order of the index of a walk. */
export const indexOrder = (walk: WalkColumns) => inDirection(columnsOf(walk), isDescending(walk));

/** The key of the row after `skip` others within `range`, among all rows that the walk passes. */
async function keyAfter<T>(
  db: Db,
  { time, order: by, id, walked }: Pick<Walk<T>, "time" | "order" | "id" | "walked">,
  { range, order, skip }: { range: SQL | undefined; order: SQL[]; skip: number },
): Promise<Key<KeyValue> | undefined> {
  if (!walked) return undefined;
  const [row] = await db
    .select({
      // Keys of a list without a time are compared by their ids alone.
      at: by ? selectedValue(by) : time ? sql<KeyValue>`${time}`.mapWith(time) : sql<null>`null`,
      id: sql<string>`${id}::text`,
    })
    .from(walked.table)
    .where(and(walked.where, range))
    .orderBy(...order)
    .offset(skip)
    .limit(1);
  return row && { at: row.at ?? new Date(0), id: row.id };
}

const FIRST_STRETCH_ROWS = 500;
const MAX_STRETCH_ROWS = 16_000;
/** Rows are rare where a page would probably pass more than this. */
const MAX_PASSED_ROWS = 20_000;
/** The time for a page. */
export const MAX_WALK_MS = 250;

/**
 * Reads one page by key, in the order of an index regardless of planner statistics (decision 0036). Where filters leave rows
 * out, the walk goes in stretches and ends after a time limit, so that pages are fast however few rows match. Such a page
 * may hold fewer entries than `limit` and still have a `nextCursor`.
 */
export async function readKeyset<T>(
  ctx: Ctx,
  { cursor, limit }: KeysetPage,
  walkOf: (ctx: Ctx) => Walk<T>,
  maxMs = MAX_WALK_MS,
): Promise<Listed<T>> {
  const walk = walkOf(ctx);
  const led = isLed(walk);
  const order = indexOrder(walk);
  const inOrder = <R>(read: (db: Db) => Promise<R>) =>
    walk.isSorted ? read(ctx.db) : walkIndexes(ctx.db, read);
  const started = performance.now();
  const entries: T[] = [];
  const page = (end: Key<KeyValue> | undefined) => {
    const last = entries[limit - 1];
    const next = entries.length > limit && last ? walk.keyOf(last) : end;
    return { entries: entries.slice(0, limit), nextCursor: next ? cursorOf(next, walk.order) : null };
  };
  let from = cursor ? keyFor(cursor, walk.order) : undefined;
  let { shortcut } = walk;
  let passed = 0;
  for (let stretch = FIRST_STRETCH_ROWS; ; stretch = Math.min(stretch * 4, MAX_STRETCH_ROWS)) {
    const range = and(led, from && beyond(walk, from));
    const { end, rows } = await inOrder(async (db) => {
      const { read } = walkOf({ ...ctx, db });
      const end = await keyAfter(db, walk, { range, order, skip: stretch - 1 });
      const within = and(range, end && notBeyond(walk, end));
      return { end, rows: await read(within, order, limit + 1 - entries.length) };
    });
    entries.push(...rows);
    if (!end || entries.length > limit || performance.now() - started > maxMs) return page(end);
    passed += stretch;
    const left = limit + 1 - entries.length;
    if (shortcut && left * passed > MAX_PASSED_ROWS * entries.length) {
      // It uses other indexes, so it runs outside the walk.
      const rest = await shortcut(beyond(walk, end), order, left);
      if (rest) {
        entries.push(...rest.rows);
        return page(rest.end);
      }
      shortcut = undefined;
    }
    from = end;
  }
}
