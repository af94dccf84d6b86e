/** Formats of a calendar day: on pages, such as `31.01.2026`, and in addresses, `2026-01-31`. */
export interface DayFormat {
  /** Parts in the language's order, with their separators. */
  parts: { type: "day" | "month" | "year" | "literal"; value: string }[];
  write(iso: string): string;
  /** Parse a typed day, in the language's order or as ISO; undefined if invalid. */
  read(typed: string): string | undefined;
}

const ISO = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;

function isoOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= 1_000 && year <= 9_999 ? date.toISOString().slice(0, 10) : undefined;
}

/** Whether a text is an existing ISO day. */
export function isDay(text: string): boolean {
  const [, year, month, day] = ISO.exec(text) ?? [];
  return isoOf(Number(year), Number(month), Number(day)) === text;
}

/** Split a typed day; numeric keypads of phones have no separators. */
function partsOf(typed: string, order: string[]): string[] {
  if (!/^\d{8}$/.test(typed)) return typed.split(/[\s./-]+/);
  const lengths = order.map((type) => (type === "year" ? 4 : 2));
  const startOf = (part: number) => lengths.slice(0, part).reduce((sum, length) => sum + length, 0);
  return lengths.map((length, part) => typed.slice(startOf(part), startOf(part) + length));
}

export function dayFormat(locale: string): DayFormat {
  const format = new Intl.DateTimeFormat(locale, {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    timeZone: "UTC",
  });
  const parts = format
    .formatToParts(0)
    .flatMap(({ type, value }) =>
      type === "day" || type === "month" || type === "year" || type === "literal" ? [{ type, value }] : [],
    );
  const order = parts.filter(({ type }) => type !== "literal").map(({ type }) => type);
  return {
    parts,
    write: (iso) => (ISO.test(iso) ? format.format(Date.parse(`${iso}T00:00:00Z`)) : ""),
    read(typed) {
      const [, ...written] = ISO.exec(typed.trim()) ?? [];
      if (written.length === 3) return isoOf(Number(written[0]), Number(written[1]), Number(written[2]));
      const numbers = partsOf(typed.trim(), order);
      if (numbers.length !== 3 || numbers.some((number) => !/^\d{1,4}$/.test(number))) return undefined;
      const of = (type: (typeof order)[number]) => Number(numbers[order.indexOf(type)]);
      return isoOf(of("year"), of("month"), of("day"));
    },
  };
}

/** Why a typed text cannot be taken: it is no day of the calendar, or not within `min` and `max`. Undefined if it can. */
export function dayFault(
  typed: string,
  format: DayFormat,
  { min = "", max = "9999-12-31" }: { min?: string | undefined; max?: string | undefined },
): "unreadable" | "outside" | undefined {
  if (typed.trim() === "") return undefined;
  const day = format.read(typed);
  if (day === undefined) return "unreadable";
  return day < min || day > max ? "outside" : undefined;
}
