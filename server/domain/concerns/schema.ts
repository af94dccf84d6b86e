import { z } from "zod";
import { CONCERN_DAYS } from "@/server/core/concerns";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { StatsRange } from "@/server/domain/stats/schema";

/** The time in which concerns count: whole UTC hours in milliseconds. A clock change and half hours make seven days longer. */
export const ConcernSpan = StatsRange.refine(
  ({ from, before }) => before - from <= CONCERN_DAYS * DAY_MS + 2 * HOUR_MS,
  `must be ${CONCERN_DAYS} days at most`,
);

/** A concern by its key. */
export const OneConcern = z.object({ key: z.string().min(1).max(100), range: ConcernSpan });
export type OneConcern = z.output<typeof OneConcern>;
