import { z } from "zod";
import { Day } from "@/server/core/moment";
import { DAY_MS } from "@/server/core/time";
import { Box } from "./box";
import { MAX_DAYS, StatsCountry, StatsGroup } from "./schema";

/** Whole UTC days, both included. */
export const Days = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, "must end no earlier than it begins")
  .refine(
    ({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS,
    `must be ${MAX_DAYS} days at most`,
  );

export type Days = z.output<typeof Days>;

/** Input of the map of scans. */
export const MapQuery = z.object({
  days: Days,
  country: StatsCountry.optional(),
  group: StatsGroup.optional(),
});
export type MapQuery = z.output<typeof MapQuery>;

/** A view of the map. `zoom` follows web maps: the world is 512 pixels wide at zoom 0. */
export const CellsQuery = MapQuery.extend({ box: Box, zoom: z.number().int().min(0).max(22) });
export type CellsQuery = z.output<typeof CellsQuery>;

/** A part of the map. */
export const AreaQuery = MapQuery.extend({ box: Box });
export type AreaQuery = z.output<typeof AreaQuery>;
