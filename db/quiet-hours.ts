import { type AnyColumn, sql } from "drizzle-orm";

/** A daily time in which nothing is sent; past midnight where it begins later than it ends. A type, since it is JSON. */
export type QuietHours = {
  /** As `22:00`, in the time zone. */
  from: string;
  to: string;
  /** IANA name. */
  timeZone: string;
  /** The days on which it begins, from Monday as 1. */
  days: number[];
};

/** SQL that holds the form of quiet hours; the domain checks their values. */
export const areQuietHours = (column: AnyColumn) =>
  sql`jsonb_typeof(${column}) = 'object' and ${column} ?& array['from', 'to', 'timeZone', 'days']`;
