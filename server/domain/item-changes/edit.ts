import type { Item } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { invalid, refusalIn } from "@/server/core/errors";
import { MAX_BODY_BYTES } from "@/server/core/json-faults";
import { jsonBytes } from "@/server/data/json-bytes";
import { addItems, refuseToAdd } from "@/server/domain/groups/add-item";
import { ownedGroup } from "@/server/domain/groups/read";
import { refuseToRemove, removeItems } from "@/server/domain/groups/remove-item";
import { deleteItems } from "@/server/domain/items/delete";
import { invalidateItems } from "@/server/domain/items/invalidate";
import { refuseIfInvalidated } from "@/server/domain/items/read";
import { describeItems } from "@/server/domain/items/update";
import { type DescribableInput, described, isSameDescription } from "@/server/domain/shared/describable";
import type { Description } from "@/server/domain/shared/description";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import type { ItemEdit } from "./schema";

/** How to change locked items, by the rules for a single one. */
interface Editor {
  /** @throws the refusal to change this item */
  refuse(item: Item): void;
  /** Whether the change leaves the item as it is. */
  keeps?(item: Item): boolean;
  apply(items: Item[]): Promise<unknown>;
}

type FieldEdit = Extract<ItemEdit, { action: "setTitle" | "setImage" | "setData" }>;

function inputOf(edit: FieldEdit, item: Item): DescribableInput {
  switch (edit.action) {
    case "setTitle":
      return { title: edit.title };
    case "setImage":
      return { image: edit.image };
    case "setData": {
      const { [edit.key]: _, ...others } = item.data;
      return { data: edit.value === undefined ? others : { ...item.data, [edit.key]: edit.value } };
    }
  }
}

/** @throws 400 for an item that no single call could write */
function refuseIfTooLarge(description: Description): void {
  if (jsonBytes({ ...description }) > MAX_BODY_BYTES)
    throw invalid("body-too-large", `The item would be larger than ${MAX_BODY_BYTES} bytes.`);
}

function fieldEditor(ctx: Ctx, edit: FieldEdit): Editor {
  const field = edit.action === "setTitle" ? "title" : edit.action === "setImage" ? "image" : "data";
  return {
    refuse: (item) => {
      refuseIfInvalidated(item);
      if (edit.action === "setData") refuseIfTooLarge(described(item, inputOf(edit, item)));
    },
    keeps: (item) => isSameDescription(item, described(item, inputOf(edit, item))),
    apply: async (items) => {
      for (const { producerId } of items.slice(0, 1)) await refuseWithoutRecordRoom(ctx, producerId);
      const changes = items.map((item) => ({
        item,
        change: { [field]: described(item, inputOf(edit, item))[field] },
      }));
      return describeItems(ctx, changes);
    },
  };
}

/**
 * Prepares a change of items.
 * @throws the refusal of the change as a whole, such as 404 for an absent group
 */
export async function editorOf(ctx: Ctx, edit: ItemEdit): Promise<Editor> {
  switch (edit.action) {
    case "addToGroup": {
      const { id: groupId } = await ownedGroup(ctx, edit.groupId);
      return {
        refuse: refuseToAdd,
        apply: (items) =>
          addItems(
            ctx,
            items.map((item) => ({ item, groupId })),
          ),
      };
    }
    case "removeFromGroup": {
      const { groupId } = edit;
      if (groupId !== undefined) await ownedGroup(ctx, groupId);
      return {
        refuse: (item) => refuseToRemove(item, groupId),
        apply: (items) => removeItems(ctx, items),
      };
    }
    case "invalidate":
      return {
        refuse: refuseIfInvalidated,
        apply: (items) => invalidateItems(ctx, items, edit.reason),
      };
    case "delete":
      return { refuse: refuseIfInvalidated, apply: (items) => deleteItems(ctx, items) };
    default:
      return fieldEditor(ctx, edit);
  }
}

/** The code of a refusal. @throws any other error */
export function refusalOf(error: unknown): string {
  const refusal = refusalIn(error);
  if (refusal) return refusal.code;
  throw error;
}
