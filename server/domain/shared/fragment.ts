import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

/** So many characters have a trigram, by which the index finds them anywhere in a text. */
const ANYWHERE_FROM_CHARACTERS = 3;

/** Only the beginning of a text is searched; the indexes of migration 0008 say the same. */
export const SEARCHED_CHARACTERS = 200;

/** What somebody types to find something: white space at its ends says nothing. */
export const Fragment = z.string().trim().max(SEARCHED_CHARACTERS);

const literal = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");

/** The pattern of texts with the fragment in them; one or two characters are looked for at the beginning alone. */
export function patternOf(fragment: string): string {
  const anywhere = [...fragment].length >= ANYWHERE_FROM_CHARACTERS ? "%" : "";
  return `${anywhere}${literal(fragment)}%`;
}

/** Whether a text has the fragment in it, upper or lower case. */
export const contains = (text: SQL, fragment: string) => sql`${text} ilike ${patternOf(fragment)}`;

const HEX = "0123456789abcdef";
const ID_LENGTH = 32;
const FEWEST_ID_CHARACTERS = 4;

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
