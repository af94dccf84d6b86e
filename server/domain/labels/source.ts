import { z } from "zod";
import { ItemFilter } from "@/server/domain/items/filter";
import { Identifier } from "@/server/domain/items/schema";
import { FORMATS, LabelSettings, MAX_LABELS } from "./schema";

/** The codes to print: chosen items, items that match a filter, or a range of a code batch. */
export const LabelSource = z.discriminatedUnion("of", [
  z.object({ of: z.literal("items"), items: z.array(Identifier).min(1).max(MAX_LABELS) }),
  z.object({ of: z.literal("filter"), filter: ItemFilter }),
  z.object({
    of: z.literal("batch"),
    batchId: z.string(),
    /** The first position in the batch. */
    from: z.number().int().min(1).max(1_000_000),
    count: z.number().int().min(1).max(1_000_000),
  }),
]);
export type LabelSource = z.output<typeof LabelSource>;

/** A request for a file of labels. */
export const NewPrint = z.object({
  source: LabelSource,
  settings: LabelSettings,
  format: z.enum(FORMATS),
  /** Labels of the first page that are already used. */
  skip: z.number().int().min(0).max(1_000).default(0),
});
export type NewPrint = z.output<typeof NewPrint>;
