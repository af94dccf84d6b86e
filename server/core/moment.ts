import { z } from "zod";

/** The end of the year 9999, in milliseconds: no entry is newer, and every part of the service can write it. */
export const LATEST_MOMENT = 253_402_300_799_999;

/** A point in time in inputs. */
export const Milliseconds = z.number().int().min(0).max(LATEST_MOMENT);

/** A day as YYYY-MM-DD, within what the database holds. */
export const Day = z.iso.date().refine((day) => day >= "0001-01-01", "must be a day from year 1 on");
