import type { Group } from "@/db/schema/groups";
import type { Item } from "@/db/schema/items";
import { isProducer, type Viewer } from "@/server/core/caller";
import { groupView } from "@/server/domain/groups/view";
import { merged } from "@/server/domain/shared/describable";
import type { Description } from "@/server/domain/shared/description";
import { publicDescription } from "@/server/domain/shared/visibility";

/** The fields of an item that showing it needs. */
export type ShownItem = Omit<
  Item,
  "id" | "sandbox" | "hasFakes" | "deletedAt" | "purgedAt" | "historyLength" | "historyHash"
>;

/**
 * An item as `{id, data}`; unset fields are omitted. Its producer sees all fields; from others those are hidden that Resources in
 * the specification names. `description` is the item's own, or merged with its group's.
 */
export function itemView(item: ShownItem, caller: Viewer, description: Description = item) {
  const isOwner = isProducer(caller, item.producerId);
  const hidden = <T>(value: T | null) => (isOwner ? (value ?? undefined) : undefined);
  const shown = isOwner ? description : publicDescription(description);
  return {
    id: item.identifier,
    data: {
      identifier: item.identifier,
      title: shown.title ?? undefined,
      image: hidden(shown.image),
      data: shown.data,
      verificationinfos: shown.verificationinfos,
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

/** An item merged with its group: the default response of Get Item. */
export const mergedView = (item: ShownItem, group: Group | null, caller: Viewer) =>
  itemView(item, caller, merged(item, group));

/** An item and its group separately: the response of Get Item with `merged=false`. */
export const unmergedView = (item: ShownItem, group: Group | null, caller: Viewer) => ({
  ...itemView(item, caller),
  group: group ? groupView(group, caller) : {},
});
