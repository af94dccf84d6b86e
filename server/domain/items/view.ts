import type { Group } from "@/db/schema/groups";
import type { Item } from "@/db/schema/items";
import { type Caller, isProducer } from "@/server/auth/caller";
import { groupView } from "@/server/domain/groups/view";
import { descriptionFields, merged } from "@/server/domain/shared/describable";

/**
 * An item as `{id, data}`. Its producer sees all of it; from others the fields are hidden that the specification's
 * Resources part names: `image` and all that begins with `_`, except `_group`.
 */
export function itemView(item: Item, caller: Caller) {
  const { image, ...fields } = descriptionFields(item);
  const open = {
    identifier: item.identifier,
    ...fields,
    ...(item.invalidatedAt === null ? {} : { invalidated: true }),
    ...(item.groupId === null ? {} : { _group: item.groupId }),
  };
  if (!isProducer(caller, item.producerId)) return { id: item.identifier, data: open };
  return {
    id: item.identifier,
    data: {
      ...open,
      ...(image === undefined ? {} : { image }),
      _created: item.createdAt.getTime(),
      _updated: item.updatedAt.getTime(),
      _producer: item.producerId,
      _scans: item.scans,
      _fakes: item.fakes,
    },
  };
}

/** An item and its group as one: what Get Item answers by default. */
export const mergedView = (item: Item, group: Group | null, caller: Caller) =>
  itemView({ ...item, ...merged(item, group) }, caller);

/** An item and its group apart: Get Item with `merged=false`. */
export const unmergedView = (item: Item, group: Group | null, caller: Caller) => ({
  ...itemView(item, caller),
  group: group ? groupView(group, caller) : {},
});
