import { z } from "zod";
import { Milliseconds } from "@/server/core/moment";
import { REASONS } from "@/server/domain/assessments/schema";
import { Box } from "@/server/domain/stats/box";
import { CLASSIFICATIONS } from "./schema";

/** What lists of scans can be narrowed to. */
export const ScanFilter = z.object({
  verdict: z.enum(CLASSIFICATIONS).optional(),
  /** ISO 3166-1 alpha-2; `ZZ` for scans of which no country is known. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capital letters")
    .optional(),
  /** The identifier of an item, deleted or not; what can be none lets no scan pass. */
  item: z.string().max(200).optional(),
  /** The id of a group: scans of items that were in it at the time; `none` for those in no group. */
  group: z.union([z.guid(), z.literal("none")]).optional(),
  /** As scanners tell it, such as `ios`, in upper or lower case. */
  os: z.string().max(200).optional(),
  /** The keyed hash of a device, as scans tell it. */
  device: z.string().max(64).optional(),
  /** Scans that something speaks against, whatever or just that (decision 0026). */
  suspicious: z.enum(["any", ...REASONS]).optional(),
  /** Where they were made. */
  box: Box.optional(),
  from: Milliseconds.optional(),
  before: Milliseconds.optional(),
});

export type ScanFilter = z.output<typeof ScanFilter>;
