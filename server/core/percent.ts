const MIN_SHOWN = 0.001;

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string): Intl.NumberFormat {
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  formats.set(locale, format);
  return format;
}

/**
 * A share, from 0 to 1, as each page and mail in a language writes it: in percent, with one digit at most; below that, as
 * less than it.
 */
export function percentIn(locale: string, share: number): string {
  const { format } = formatOf(locale);
  return share > 0 && share < MIN_SHOWN / 2 ? `< ${format(MIN_SHOWN)}` : format(share);
}

/** What a language writes behind a number of percent. */
export function percentSignIn(locale: string): string {
  const parts = formatOf(locale).formatToParts(0.5);
  return parts.flatMap(({ type, value }) => (type === "integer" ? [] : [value])).join("");
}
