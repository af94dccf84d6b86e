import { z } from "zod";
import type { JsonValue } from "@/db/json";
import { MAX_SELECTED } from "@/server/core/max-selected";
import { ItemFilter } from "@/server/domain/items/filter";
import { Identifier } from "@/server/domain/items/schema";
import { atMost } from "@/server/domain/shared/at-most";
import { Describable } from "@/server/domain/shared/describable";

/** The change is stored once and written to each item. */
const MAX_CHANGE_CHARACTERS = 16_384;

/** Items by their identifiers, or all items that match a filter when the change is requested. */
export const ItemSelection = z.union([
  z.strictObject({ identifiers: atMost(MAX_SELECTED, z.array(Identifier).min(1)) }),
  // Strict: an unknown filter must not select everything.
  z.strictObject({ filter: z.strictObject(ItemFilter.shape) }),
]);
export type ItemSelection = z.output<typeof ItemSelection>;

const { title, image } = Describable.shape;

/** A change of all selected items. */
export const ItemEdit = z
  .discriminatedUnion("action", [
    z.object({ action: z.literal("addToGroup"), groupId: z.string() }),
    z.object({
      action: z.literal("removeFromGroup"),
      groupId: z.string().optional().meta({ description: "Without it from any group" }),
    }),
    z.object({ action: z.literal("setTitle"), title: title.unwrap().meta({ description: "null clears" }) }),
    z.object({ action: z.literal("setImage"), image: image.unwrap().meta({ description: "null clears" }) }),
    z.object({
      action: z.literal("setData"),
      key: z.string().min(1).max(200),
      value: z
        .custom<JsonValue>()
        .meta({ override: {}, description: "Any JSON value; without it the key is removed" })
        .optional(),
    }),
    z.object({ action: z.literal("invalidate"), reason: z.string().trim().min(1).max(500) }),
    z.object({ action: z.literal("delete") }),
  ])
  .refine((edit) => JSON.stringify(edit).length <= MAX_CHANGE_CHARACTERS, {
    message: `must have at most ${MAX_CHANGE_CHARACTERS} characters`,
  });
export type ItemEdit = z.output<typeof ItemEdit>;

export const ItemEditAction = z.enum([
  "addToGroup",
  "removeFromGroup",
  "setTitle",
  "setImage",
  "setData",
  "invalidate",
  "delete",
]);
export type ItemEditAction = z.output<typeof ItemEditAction>;

/** Input of a job that changes items. */
export const ItemChange = z.object({ selection: ItemSelection, change: ItemEdit });
export type ItemChange = z.output<typeof ItemChange>;

/** Whether a change can be undone: invalidation and deletion are final. */
export const isUndoable = (action: ItemEditAction): boolean => action !== "invalidate" && action !== "delete";
