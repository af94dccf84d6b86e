import { z } from "zod";
import { chosenOf } from "@/server/core/choice-schema";
import { Milliseconds } from "@/server/core/moment";
import { Fragment } from "@/server/data/text-search";

/** The filter of lists of items. */
export const ItemFilter = z.object({
  search: Fragment.optional().describe(
    "A part of the identifier, of the titles of the item and its group, or of values of the `data` of both.",
  ),
  state: chosenOf(z.enum(["active", "invalidated"]))
    .optional()
    .describe("State of the item."),
  group: chosenOf(z.union([z.literal("none"), z.uuid()]))
    .optional()
    .describe("Id of the group, or `none` for items in no group."),
  hasFakes: z.boolean().optional().describe("`true` for items that were scanned as fakes."),
  createdFrom: Milliseconds.optional().describe("Created since this moment, in milliseconds."),
  createdBefore: Milliseconds.optional().describe("Created before this moment, in milliseconds."),
});

export type ItemFilter = z.output<typeof ItemFilter>;
