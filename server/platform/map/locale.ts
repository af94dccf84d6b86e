import { canDraw } from "./fonts";
import { ENGLISH, type Words, wordsOf } from "./words";

/** What the picture needs to know of a reader's language. */
export interface Localised {
  /** BCP 47. */
  language: string;
  isRightToLeft: boolean;
  words: Words;
  /** The country of an ISO 3166-1 alpha-2 code. */
  country(code: string): string;
  number(value: number, decimals: number): string;
  kilometres(value: number, decimals?: number): string;
}

const RIGHT_TO_LEFT = new Set(["ar", "fa", "he", "ps", "ur", "yi", "ckb", "ug", "sd"]);

/** In a locale where it is a usable one, else in English. What the bundled fonts cannot draw is in English, too. */
export function localised(locale: string): Localised {
  const found = usable(locale);
  const { language } = found;
  const drawable = (text: string, english: string) => (canDraw(text, language) ? text : english);
  const words = wordsOf(language);
  const ownNames = names(found.baseName);
  const englishNames = names("en");
  const format = (value: number, options: Intl.NumberFormatOptions) =>
    drawable(
      new Intl.NumberFormat(found.baseName, options).format(value),
      new Intl.NumberFormat("en", options).format(value),
    );
  return {
    language,
    isRightToLeft:
      RIGHT_TO_LEFT.has(language) && canDraw(found.maximize().language === "he" ? "א" : "ا", language),
    words: Object.values(words).every((text) => canDraw(text, language)) ? words : ENGLISH,
    country: (code) => drawable(ownNames(code), englishNames(code)),
    number: (value, decimals) =>
      format(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false }),
    kilometres: (value, decimals = 0) =>
      value < 1
        ? format(value * 1000, { style: "unit", unit: "meter", maximumFractionDigits: 0 })
        : format(value, { style: "unit", unit: "kilometer", maximumFractionDigits: decimals }),
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
