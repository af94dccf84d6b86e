import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { type Ctx, inTransaction } from "@/server/ctx";

/** Only the beginning of a text is searched; the indexes of migration 0008 say the same. */
const SEARCHED_CHARACTERS = 200;

/** What somebody types to find something: white space at its ends says nothing. */
export const Fragment = z.string().trim().max(SEARCHED_CHARACTERS);

const patternOf = (fragment: string) => `%${fragment.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Whether a text has the fragment in it, upper or lower case. */
export const contains = (text: SQL | PgColumn, fragment: string) => sql`${text} ilike ${patternOf(fragment)}`;

/** The same, in words that no index knows: for rows that are walked by another one. */
export const containsWalked = (text: SQL | PgColumn, fragment: string) =>
  contains(sql`(${text} || '')`, fragment);

/** The beginning of a text, as the indexes by trigrams know it. */
export const beginningOf = (text: PgColumn) => sql`left(${text}, ${sql.raw(String(SEARCHED_CHARACTERS))})`;

/** Whether the trigrams of a fragment narrow anything down: those of letters and digits are known to all databases. */
export const hasTrigram = (fragment: string) => /[a-z0-9]{3}/i.test(fragment);

const MOST_FOUND = 20_000;

/** How rare rows are found: what they must have, and the columns of the list that they stand in. */
interface Rare {
  table: PgTable;
  where: SQL | undefined;
  time: PgColumn;
  id: PgColumn;
}

/**
 * The ids of the newest rows that have what is asked for, wherever they are, by the indexes of their texts, as Postgres
 * writes an array; nothing where too many have it. What else there is of the table is not read through, whatever the planner takes it for.
 */
export const rareIds = (
  ctx: Ctx,
  { table, where, time, id }: Rare,
  most: number,
): Promise<string | undefined> =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(
      sql`select set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
    );
    const [row] = await ctx.db.execute<{ found: number; newest: string }>(sql`
      with found as materialized (select ${time} as time, ${id} as id from ${table} where ${where} limit ${MOST_FOUND + 1})
      select (select count(*)::int from found) as found,
        array(select id::text from found order by time desc, id desc limit ${most})::text as newest`);
    return row && row.found <= MOST_FOUND ? row.newest : undefined;
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
