import { z } from "zod";
import { chosenOf } from "@/server/core/choice-schema";
import { Milliseconds } from "@/server/core/moment";
import { Fragment } from "@/server/data/text-search";

/** The filter of lists of items. */
export const ItemFilter = z.object({
  /** Matches in the identifier, the titles of the item and its group, or values of the `data` of both. */
  search: Fragment.optional(),
  state: chosenOf(z.enum(["active", "invalidated"])).optional(),
  /** The id of a group, or `none` for items in no group. */
  group: chosenOf(z.union([z.literal("none"), z.uuid()])).optional(),
  /** Only items that were scanned as fakes. */
  hasFakes: z.boolean().optional(),
  createdFrom: Milliseconds.optional(),
  createdBefore: Milliseconds.optional(),
});

export type ItemFilter = z.output<typeof ItemFilter>;
