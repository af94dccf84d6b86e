import { canDraw } from "./fonts";
import { ENGLISH, type Words, wordsOf } from "./words";

/** The words and formats of a reader's language. */
export interface Localised {
  /** BCP 47. */
  language: string;
  isRightToLeft: boolean;
  words: Words;
  /** Whether the words are English. */
  isEnglish: boolean;
  /** The country of an ISO 3166-1 alpha-2 code. */
  country(code: string): string;
  number(value: number, decimals: number): string;
  /** Rounded; in metres below one kilometre. */
  kilometres(value: number): string;
}

const RIGHT_TO_LEFT = new Set(["ar", "he"]);

/** The words and formats of a locale; English for an unusable locale, and for text that the bundled fonts cannot draw. */
export function localised(locale: string): Localised {
  const wanted = usable(locale);
  const own = wordsOf(wanted.language);
  const drawable = (text: string, english: string) => (canDraw(text, wanted.language) ? text : english);
  const ownNames = names(wanted.baseName);
  const englishNames = names("en");
  // Numbers use the language of the words around them.
  const numbers = own ? wanted.baseName : "en";
  const format = (value: number, options: Intl.NumberFormatOptions) =>
    drawable(
      new Intl.NumberFormat(numbers, options).format(value),
      new Intl.NumberFormat("en", options).format(value),
    );
  return {
    language: wanted.language,
    isRightToLeft: RIGHT_TO_LEFT.has(wanted.language),
    words: own ?? ENGLISH,
    isEnglish: !own || own === ENGLISH,
    country: (code) => drawable(ownNames(code), englishNames(code)),
    number: (value, decimals) =>
      format(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }),
    kilometres: (value) =>
      value < 1
        ? format(value * 1000, { style: "unit", unit: "meter", maximumFractionDigits: 0 })
        : format(value, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 }),
  };
}

function usable(locale: string): Intl.Locale {
  try {
    const found = new Intl.Locale(locale);
    const isKnown = Intl.NumberFormat.supportedLocalesOf(found.baseName).length > 0;
    return isKnown ? found : new Intl.Locale("en");
  } catch {
    return new Intl.Locale("en");
  }
}

function names(locale: string): (code: string) => string {
  const displayNames = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  return (code) => displayNames.of(code) ?? code;
}
