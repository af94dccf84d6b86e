import { z } from "zod";
import { Box } from "./box";

const Day = z.iso.date();

/** Whole UTC days, both included. */
export const Days = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, "must end no earlier than it begins");

export type Days = z.output<typeof Days>;

/** ISO 3166-1 alpha-2. */
const Country = z.string().regex(/^[A-Z]{2}$/, "must be two capital letters");

/** What a map of scans is asked for. */
export const MapQuery = z.object({ days: Days, country: Country.optional() });
export type MapQuery = z.output<typeof MapQuery>;

/** A view of the map; `zoom` as web maps have it, with the world 512 pixels wide at 0. */
export const CellsQuery = MapQuery.extend({ box: Box, zoom: z.number().int().min(0).max(22) });
export type CellsQuery = z.output<typeof CellsQuery>;
