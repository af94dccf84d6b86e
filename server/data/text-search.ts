import { or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { MAX_SEARCHED_CHARACTERS } from "@/db/searched";
import { type Ctx, inTransaction } from "@/server/core/ctx";

/** What somebody types to find something: white space at its ends says nothing. */
export const Fragment = z.string().trim().max(MAX_SEARCHED_CHARACTERS);

const patternOf = (fragment: string) => `%${fragment.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Whether a text has the fragment in it, upper or lower case. */
export const contains = (text: SQL | PgColumn, fragment: string) => sql`${text} ilike ${patternOf(fragment)}`;

/** The same, in a form that no index holds: for rows that are found by another index. */
export const containsWalked = (text: SQL | PgColumn, fragment: string) =>
  contains(sql`(${text} || '')`, fragment);

/** The same of `searchedText`, which has values of `data` as JSON writes them. */
export const searchedContains = (text: SQL, fragment: string, test: typeof contains) =>
  or(...new Set([fragment, JSON.stringify(fragment).slice(1, -1)].map((one) => test(text, one))));

/** Whether the trigrams of a fragment narrow anything down: those of letters and digits are known to all databases. */
export const hasTrigram = (fragment: string) => /[a-z0-9]{3}/i.test(fragment);

const MAX_MATCHES = 20_000;

/** A table that is searched, and what its lists need of a row that was found. */
interface Searched {
  table: PgTable;
  columns: PgColumn[];
  time: PgColumn;
  id: PgColumn;
}

/** Where the rows are, each condition with an index of its own, and which of them the list lets pass. */
interface Rare {
  found: (SQL | undefined)[];
  passes: SQL | undefined;
}

/** What is switched off counts as dear, and dear statements would be compiled first. */
export const WITHOUT_JIT = sql`set_config('jit', 'off', true)`;

/** Lets the planner take no other way than bitmaps of indexes, whatever it takes a condition for; for one transaction. */
export const byBitmaps = (ctx: Ctx) =>
  ctx.db.execute(
    sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true), ${WITHOUT_JIT}`,
  );

/**
 * The ids of the newest rows that have what is asked for, wherever they are, by the indexes of their texts, as Postgres
 * writes an array; nothing where too many have it. What else there is of the table is not read through.
 */
export const rareIds = (
  ctx: Ctx,
  { table, columns, time, id }: Searched,
  { found, passes }: Rare,
  most: number,
): Promise<string | undefined> =>
  inTransaction(ctx, async (ctx) => {
    await byBitmaps(ctx);
    const listed = sql.join([id, time, ...columns], sql`, `);
    const sources = found.flatMap((where) =>
      where ? [sql`(select ${listed} from ${table} where ${where} limit ${MAX_MATCHES + 1})`] : [],
    );
    // Named as the table is, so that conditions of its columns hold for what was found.
    const [row] = await ctx.db.execute<{ found: number; newest: string }>(sql`
      with ${table} as materialized (${sql.join(sources, sql` union `)})
      select (select count(*)::int from ${table}) as found,
        array(select ${id}::text from ${table} where ${passes ?? sql`true`}
          order by ${time} desc, ${id} desc limit ${most})::text as newest`);
    return row && row.found <= MAX_MATCHES ? row.newest : undefined;
  });

const HEX = "0123456789abcdef";
const ID_LENGTH = 32;
/** So many say a minute, or less. */
const FEWEST_ID_CHARACTERS = 8;

/** The ids that begin with the fragment, as the lowest and the highest; nothing where none can. */
export function idsBeginningWith(fragment: string): { lowest: string; highest: string } | undefined {
  const digits = fragment.toLowerCase().replaceAll("-", "");
  const isBeginning =
    digits.length >= FEWEST_ID_CHARACTERS &&
    digits.length <= ID_LENGTH &&
    [...digits].every((digit) => HEX.includes(digit));
  if (!isBeginning) return undefined;
  return { lowest: digits.padEnd(ID_LENGTH, "0"), highest: digits.padEnd(ID_LENGTH, "f") };
}
