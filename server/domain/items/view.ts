import type { Group } from "@/db/schema/groups";
import type { Item } from "@/db/schema/items";
import { isProducer, type Viewer } from "@/server/core/caller";
import { groupView } from "@/server/domain/groups/view";
import { merged } from "@/server/domain/shared/describable";
import type { Description } from "@/server/domain/shared/description";
import { publicDescription } from "@/server/domain/shared/visibility";

/** What showing an item needs of it. */
export type ShownItem = Omit<
  Item,
  "id" | "hasFakes" | "deletedAt" | "purgedAt" | "historyLength" | "historyHash"
>;

/**
 * An item as `{id, data}`; what is not set is left out. Its producer sees all of it; from others the fields are hidden
 * that the specification's Resources part names. `description` is the item's own, or one merged with its group's.
 */
export function itemView(item: ShownItem, caller: Viewer, description: Description = item) {
  const isOwner = isProducer(caller, item.producerId);
  const hidden = <T>(value: T | null) => (isOwner ? (value ?? undefined) : undefined);
  const told = isOwner ? description : publicDescription(description);
  return {
    id: item.identifier,
    data: {
      identifier: item.identifier,
      title: told.title ?? undefined,
      image: hidden(told.image),
      data: told.data,
      verificationinfos: told.verificationinfos,
      invalidated: item.invalidatedAt === null ? undefined : true,
      _group: item.groupId ?? undefined,
      _created: hidden(item.createdAt.getTime()),
      _updated: hidden(item.updatedAt.getTime()),
      _producer: hidden(item.producerId),
      _scans: hidden(item.scans),
      _fakes: hidden(item.fakes),
    },
  };
}

/** An item and its group as one: what Get Item answers by default. */
export const mergedView = (item: ShownItem, group: Group | null, caller: Viewer) =>
  itemView(item, caller, merged(item, group));

/** An item and its group apart: Get Item with `merged=false`. */
export const unmergedView = (item: ShownItem, group: Group | null, caller: Viewer) => ({
  ...itemView(item, caller),
  group: group ? groupView(group, caller) : {},
});
