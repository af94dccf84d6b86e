const MIN_SHOWN = 0.001;

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string): Intl.NumberFormat {
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  formats.set(locale, format);
  return format;
}

/**
 * Formats a share from 0 to 1 as a percentage with at most one decimal, the same on every page and in every mail. A
 * smaller share reads as less than the smallest one shown.
 */
export function percentIn(locale: string, share: number): string {
  const { format } = formatOf(locale);
  return share > 0 && share < MIN_SHOWN / 2 ? `< ${format(MIN_SHOWN)}` : format(share);
}

/** The suffix of a percentage in a language. */
export function percentSignIn(locale: string): string {
  const parts = formatOf(locale).formatToParts(0.5);
  return parts.flatMap(({ type, value }) => (type === "integer" ? [] : [value])).join("");
}
