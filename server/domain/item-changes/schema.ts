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
  z.strictObject({
    identifiers: atMost(MAX_SELECTED, z.array(Identifier).min(1)).describe(
      "Identifiers of the items, at most 1,000.",
    ),
  }),
  // Strict: an unknown filter must not select everything.
  z.strictObject({
    filter: z.strictObject(ItemFilter.shape).describe("All items that match when the job is requested."),
  }),
]);
export type ItemSelection = z.output<typeof ItemSelection>;

const { title, image } = Describable.shape;

const action = <Name extends string>(name: Name) =>
  z.literal(name).describe("What the job does to each item.");

/** A change of all selected items. */
export const ItemEdit = z
  .discriminatedUnion("action", [
    z.object({ action: action("addToGroup"), groupId: z.string().describe("Id of the group.") }),
    z.object({
      action: action("removeFromGroup"),
      groupId: z
        .string()
        .optional()
        .meta({ description: "Id of the group; without it, items leave any group." }),
    }),
    z.object({
      action: action("setTitle"),
      title: title.unwrap().meta({ description: "The new title; null clears it." }),
    }),
    z.object({
      action: action("setImage"),
      image: image.unwrap().meta({ description: "The new image; null clears it." }),
    }),
    z.object({
      action: action("setData"),
      key: z.string().min(1).max(200).describe("Key in the free-form data."),
      value: z
        .custom<JsonValue>()
        .meta({ override: {}, description: "Any JSON value; without it the key is removed." })
        .optional(),
    }),
    z.object({
      action: action("invalidate"),
      reason: z.string().trim().min(1).max(500).describe("The reason, kept in the history."),
    }),
    z.object({ action: action("delete") }),
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
export const ItemChange = z.object({
  selection: ItemSelection.describe("The items to change."),
  change: ItemEdit.describe("The change of each item."),
});
export type ItemChange = z.output<typeof ItemChange>;

/** Whether a change can be undone: invalidation and deletion are final. */
export const isUndoable = (action: ItemEditAction): boolean => action !== "invalidate" && action !== "delete";
