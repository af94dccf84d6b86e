import { desc, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { MAX_SEARCHED_CHARACTERS } from "@/db/searched";
import { type Ctx, inTransaction } from "@/server/core/ctx";

/** A search text as typed, without white space at its ends. */
export const Fragment = z.string().trim().max(MAX_SEARCHED_CHARACTERS);

const patternOf = (fragment: string) => `%${fragment.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Whether a text contains the fragment, regardless of case. */
export const contains = (text: SQL | PgColumn, fragment: string) => sql`${text} ilike ${patternOf(fragment)}`;

/** The same in a form that no index supports, for rows that another index finds. */
export const containsWalked = (text: SQL | PgColumn, fragment: string) =>
  contains(sql`(${text} || '')`, fragment);

/** The same for `searchedText`, which has values of `data` in their JSON form. */
export const searchedContains = (text: SQL, fragment: string, test: typeof contains) =>
  or(...new Set([fragment, JSON.stringify(fragment).slice(1, -1)].map((one) => test(text, one))));

/** A fragment may cross the border of two values, which have keys between them in the column. */
const crossesValues = (fragment: string) => /[,[\]]/.test(fragment);

/** A walk's test of `searchedText`: first of the texts that it is made from, since it takes most of the time of a row. */
export const walkedBehind =
  (wider: SQL): typeof contains =>
  (text, fragment) =>
    crossesValues(fragment)
      ? containsWalked(text, fragment)
      : sql`(${containsWalked(wider, fragment)} and ${containsWalked(text, fragment)})`;

/** Whether trigrams of a fragment narrow the search: every database has those of letters and digits. */
export const hasTrigram = (fragment: string) => /[a-z0-9]{3}/i.test(fragment);

/** As many rows are collected and sorted. */
export const MAX_MATCHES = 20_000;

/** A searched table, and the columns that its lists need. */
interface Searched {
  table: PgTable;
  columns: PgColumn[];
  time: PgColumn;
  id: PgColumn;
}

/** Conditions that find the rows, each with an index of its own, and the filter of the list. */
interface Rare {
  found: (SQL | undefined)[];
  passes: SQL | undefined;
  /** Newest first, where it is left out. */
  order?: SQL[] | undefined;
}

/** Disabled plan types count as expensive, and expensive statements would be compiled first. */
export const WITHOUT_JIT = sql`set_config('jit', 'off', true)`;

/** Restricts the planner to bitmaps of indexes for one transaction, regardless of its estimates. */
export const byBitmaps = (ctx: Ctx) =>
  ctx.db.execute(
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true), ${WITHOUT_JIT}`,
  );

/**
 * The ids of the first matching rows, found by the indexes of their texts, as a Postgres array literal. Undefined where
 * too many rows match. The rest of the table is not read.
 */
export const rareIds = (
  ctx: Ctx,
  { table, columns, time, id }: Searched,
  { found, passes, order = [desc(time), desc(id)] }: Rare,
  limit: number,
): Promise<string | undefined> =>
  inTransaction(ctx, async (ctx) => {
    await byBitmaps(ctx);
    const listed = sql.join([id, time, ...columns], sql`, `);
    const sources = found.flatMap((where) =>
      where ? [sql`(select ${listed} from ${table} where ${where} limit ${MAX_MATCHES + 1})`] : [],
    );
    // Named like the table, so that conditions of its columns apply to the found rows.
    const [row] = await ctx.db.execute<{ found: number; first: string }>(sql`
      with ${table} as materialized (${sql.join(sources, sql` union `)})
      select (select count(*)::int from ${table}) as found,
        array(select ${id}::text from ${table} where ${passes ?? sql`true`}
          order by ${sql.join(order, sql`, `)} limit ${limit})::text as first`);
    return row && row.found <= MAX_MATCHES ? row.first : undefined;
  });

const HEX = "0123456789abcdef";
const ID_LENGTH = 32;
/** Eight characters of an id determine its time to about a minute. */
const MIN_ID_CHARACTERS = 8;

/** The lowest and the highest id that begin with the fragment; undefined where no id can. */
export function idsBeginningWith(fragment: string): { lowest: string; highest: string } | undefined {
  const digits = fragment.toLowerCase().replaceAll("-", "");
  const isBeginning =
    digits.length >= MIN_ID_CHARACTERS &&
    digits.length <= ID_LENGTH &&
    [...digits].every((digit) => HEX.includes(digit));
  if (!isBeginning) return undefined;
  return { lowest: digits.padEnd(ID_LENGTH, "0"), highest: digits.padEnd(ID_LENGTH, "f") };
}
