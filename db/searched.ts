import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Only the beginning of a text is searched. */
export const MAX_SEARCHED_CHARACTERS = 200;
const MAX_SEARCHED_DATA_CHARACTERS = 1_000;

/** What values of `data` are searched: texts and numbers at any depth, as a path of JSON. */
const SEARCHED_VALUES = 'strict $.** ? (@.type() == "string" || @.type() == "number")';

/** The searched values of a `jsonb` expression, without translations: `i18n` is shown in no list. */
const dataText = (data: PgColumn) =>
  sql`left(jsonb_path_query_array(${data} - 'i18n', ${sql.raw(`'${SEARCHED_VALUES}'`)})::text, ${sql.raw(String(MAX_SEARCHED_DATA_CHARACTERS))})`;

export const searchedValuesOf = (value: SQL) =>
  sql`jsonb_path_query(${value}, ${sql.raw(`'${SEARCHED_VALUES}'`)})`;

/** The beginning of a text, as the search indexes know it. */
export const beginningOf = (text: PgColumn) =>
  sql`coalesce(left(${text}, ${sql.raw(String(MAX_SEARCHED_CHARACTERS))}), '')`;

/**
 * The text that an item or group is found by. The search index and every query use this one expression: another
 * spelling of it is not found in the index.
 */
export const searchedText = ({
  identifier,
  title,
  data,
}: {
  identifier?: PgColumn;
  title: PgColumn;
  data: PgColumn;
}): SQL =>
  identifier
    ? sql`(${identifier} || chr(10) || ${beginningOf(title)} || chr(10) || ${dataText(data)})`
    : sql`(${beginningOf(title)} || chr(10) || ${dataText(data)})`;

/** The producer as the search indexes know it. As text, no other index serves the condition. */
export const searchedProducer = (producerId: PgColumn) => sql`(${producerId}::text)`;
