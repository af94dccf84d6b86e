import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { searchedValuesOf } from "@/db/searched";
import { contains } from "@/server/data/text-search";

const MAX_VALUE_CHARACTERS = 200;

/** A search match that lists do not show: a value of `data`, or an item's own title behind its group's. */
export interface Match {
  of: "item" | "group";
  /** The field of `data`; null for the title. */
  key: string | null;
  value: string;
}

/** Whether one of the texts that a list shows contains the fragment. */
export const isVisible = (texts: (string | null | undefined)[], fragment: string) =>
  texts.some((text) => text?.toLowerCase().includes(fragment.toLowerCase()));

/** Selects `of`, `key` and `value` of one field of `data` that contains the fragment in a text or number. */
export const matchInData = (of: Match["of"], data: PgColumn, fragment: string): SQL => sql`
  select ${of}::text as of, field.key, left(found.value #>> '{}', ${MAX_VALUE_CHARACTERS}) as value
  from jsonb_each(${data} - 'i18n') as field, ${searchedValuesOf(sql`field.value`)} as found(value)
  where ${contains(sql`(found.value #>> '{}')`, fragment)} limit 1`;
