import { type Cell, cell } from "../cells";
import { MAX_SMALL_PART_BYTES } from "../limits";
import type { Archive } from "./archive";
import { readXml } from "./xml";

/** What a number format shows of a point in time. */
export type DateFormat = "date" | "time" | "dateTime" | "duration";

const MS_PER_DAY = 86_400_000;
const MS_PER_SECOND = 1000;
/** Day 0 of both date systems. Excel takes 1900 for a leap year: days before March are one later. */
const DAY_0_OF_1900 = Date.UTC(1899, 11, 30);
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1);
const FIRST_OF_MARCH_1900 = 61;
const LAST_DAY = Date.UTC(9999, 11, 31) + MS_PER_DAY - 1;

/** Number formats that files do not describe, East Asian dates included. */
function builtInFormat(id: number): DateFormat | undefined {
  if (id === 22) return "dateTime";
  if (id === 46) return "duration";
  if ((id >= 18 && id <= 21) || id === 45 || id === 47 || (id >= 32 && id <= 35)) return "time";
  return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? "date" : undefined;
}

/** Texts in quotes, escaped, padding and filling characters, colours, locales and conditions. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** What a format code such as `dd.mm.yyyy` shows, or nothing if it is of a number. */
export function formatOfCode(code: string): DateFormat | undefined {
  const [letters = ""] = code.replace(LITERALS, "").split(";");
  if (/\[[hms]+\]/i.test(letters)) return "duration";
  if (/general/i.test(letters)) return undefined;
  const hasTime = /[hs]/i.test(letters);
  const hasDate = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasTime);
  if (hasDate) return hasTime ? "dateTime" : "date";
  return hasTime ? "time" : undefined;
}

/** Reads the date format of each cell style. */
export async function readDateFormats(archive: Archive, part?: string): Promise<(DateFormat | undefined)[]> {
  const codes = new Map<number, DateFormat | undefined>();
  const formats: (DateFormat | undefined)[] = [];
  if (part === undefined || !archive.has(part)) return formats;
  let isInCellStyles = false;
  await readXml(archive.read(part, MAX_SMALL_PART_BYTES), {
    open(name, attributes) {
      const id = Number(attributes.numFmtId);
      if (name === "cellXfs") isInCellStyles = true;
      if (name === "numFmt") codes.set(id, formatOfCode(attributes.formatCode ?? ""));
      if (name === "xf" && isInCellStyles) formats.push(codes.has(id) ? codes.get(id) : builtInFormat(id));
    },
    close(name) {
      if (name === "cellXfs") isInCellStyles = false;
    },
  });
  return formats;
}

/** Makes a date cell of a number of days, in ISO 8601 and to the second. */
export function dateCell(days: number, format: DateFormat, is1904: boolean): Cell {
  const seconds = Math.round((days * MS_PER_DAY) / MS_PER_SECOND);
  if (format === "duration") return cell("date", durationText(seconds));
  const isEarly = !is1904 && days < FIRST_OF_MARCH_1900;
  const day0 = is1904 ? DAY_0_OF_1904 : DAY_0_OF_1900 + (isEarly ? MS_PER_DAY : 0);
  const at = day0 + seconds * MS_PER_SECOND;
  const isLeapDay = isEarly && Math.floor(days) === FIRST_OF_MARCH_1900 - 1;
  const isNoDay = format !== "time" && !is1904 && days < 1;
  if (!(days >= 0 && at <= LAST_DAY) || isLeapDay || isNoDay)
    return cell("number", String(days), "invalidDate");
  const [date = "", time = ""] = new Date(at).toISOString().split(/[T.]/);
  return cell("date", { date, time, dateTime: `${date}T${time}` }[format]);
}

function durationText(seconds: number): string {
  const rest = Math.abs(seconds);
  const sign = seconds < 0 ? "-" : "";
  return `${sign}PT${Math.floor(rest / 3600)}H${Math.floor(rest / 60) % 60}M${rest % 60}S`;
}
