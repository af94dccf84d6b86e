import { z } from "zod";
import { chosenOf } from "@/server/core/choice-schema";
import { Milliseconds } from "@/server/core/moment";
import { REASONS } from "@/server/domain/assessments/schema";
import { Box } from "@/server/domain/stats/box";
import { CLASSIFICATIONS } from "./schema";

/** Filters of lists of scans. */
export const ScanFilter = z.object({
  verdict: chosenOf(z.enum(CLASSIFICATIONS)).optional(),
  /** ISO 3166-1 alpha-2; `ZZ` for scans of unknown country. */
  country: chosenOf(z.string().regex(/^[A-Z]{2}$/, "must be two capital letters")).optional(),
  /** The identifier of an item, deleted or not; an unknown one matches no scan. */
  item: z.string().max(200).optional(),
  /** The id of the item's group at the time of the scan; `none` for scans of items without a group. */
  group: chosenOf(z.union([z.guid(), z.literal("none")])).optional(),
  /** As scanners send it, such as `ios`; case is ignored. */
  os: chosenOf(z.string().max(200)).optional(),
  /** The keyed hash of a device, as scans show it. */
  device: z.string().max(64).optional(),
  /** Scans with any finding, or with the given one (decision 0026). */
  finding: chosenOf(z.enum(["any", ...REASONS])).optional(),
  /** The area of the scans' places. */
  box: Box.optional(),
  from: Milliseconds.optional(),
  before: Milliseconds.optional(),
});

export type ScanFilter = z.output<typeof ScanFilter>;
