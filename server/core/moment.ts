import { z } from "zod";

/** The end of the year 9999, in milliseconds: no entry is newer, and every part of the service can write it. */
export const LATEST_MOMENT = 253_402_300_799_999;

/** A point in time in inputs. */
export const Milliseconds = z.number().int().min(0).max(LATEST_MOMENT);
