import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Only the beginning of a text is searched. */
export const MAX_SEARCHED_CHARACTERS = 200;
const MAX_SEARCHED_DATA_CHARACTERS = 1_000;

/** The JSON path of the searched values of `data`: texts and numbers at any depth. */
const SEARCHED_VALUES = 'strict $.** ? (@.type() == "string" || @.type() == "number")';

/** The searched values of a `jsonb` column, without translations, because no list shows `i18n`. */
const dataText = (data: PgColumn) =>
  sql`left(jsonb_path_query_array(${data} - 'i18n', ${sql.raw(`'${SEARCHED_VALUES}'`)})::text, ${sql.raw(String(MAX_SEARCHED_DATA_CHARACTERS))})`;

export const searchedValuesOf = (value: SQL) =>
  sql`jsonb_path_query(${value}, ${sql.raw(`'${SEARCHED_VALUES}'`)})`;

/** The beginning of a text, as the search indexes spell it. */
export const beginningOf = (text: PgColumn) =>
  sql`coalesce(left(${text}, ${sql.raw(String(MAX_SEARCHED_CHARACTERS))}), '')`;

/**
 * The searched text of an item or group. The search index and every query use this expression, because the index does not
 * serve another spelling of it.
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

/** Contains `searchedText` and more, at half its cost: the whole of `data`, with its keys. */
export const widerText = ({ identifier, title, data }: Parameters<typeof searchedText>[0]): SQL =>
  identifier
    ? sql`${identifier} || chr(10) || ${beginningOf(title)} || chr(10) || ${data}::text`
    : sql`${beginningOf(title)} || chr(10) || ${data}::text`;

/** What texts are sorted by: without case and accents; rows without a text come after all others. */
export const sortedText = (text: PgColumn) => sql`sort_text(${text}) collate "C"`;

/** The sorted text of rows without one: the last character of all. */
export const WITHOUT_TEXT = "\u{10FFFF}";

/** The producer, as the search indexes spell it. No other index serves the condition on the text form. */
export const searchedProducer = (producerId: PgColumn) => sql`(${producerId}::text)`;
