import { and, eq, isNull, type SQL } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { ownedGroup } from "@/server/domain/groups/read";
import { ownedItem } from "@/server/domain/items/read";

/** What a hook listens to: an item or a group by its id, or all of the calling producer's. */
export type HookTarget = { item: string } | { group: string } | "producer";

/** What names a target in a hook's row: an item, a group, or with neither all that the producer has. */
export type TargetColumns = Pick<Hook, "producerId" | "itemId" | "groupId">;

export type TargetType = "item" | "group" | "producer";

/** A target of the caller's; `id` is its id in the interface. */
interface FoundTarget {
  id: string;
  columns: TargetColumns;
}

export function typeOf({ itemId, groupId }: TargetColumns): TargetType {
  if (itemId !== null) return "item";
  return groupId === null ? "producer" : "group";
}

/** The hooks of a target that are not deleted. */
export const hooksOf = ({ producerId, itemId, groupId }: TargetColumns): SQL | undefined =>
  and(
    eq(hooks.producerId, producerId),
    isNull(hooks.deletedAt),
    itemId === null ? isNull(hooks.itemId) : eq(hooks.itemId, itemId),
    groupId === null ? isNull(hooks.groupId) : eq(hooks.groupId, groupId),
  );

/** The target, if it is the caller's. 404 if absent, 403 if another producer's. */
export async function ownedTarget(ctx: Ctx, target: HookTarget): Promise<FoundTarget> {
  const { producerId } = callingProducer(ctx);
  if (target === "producer") return { id: producerId, columns: { producerId, itemId: null, groupId: null } };
  if ("item" in target) {
    const { id, identifier } = await ownedItem(ctx, target.item);
    return { id: identifier, columns: { producerId, itemId: id, groupId: null } };
  }
  const { id } = await ownedGroup(ctx, target.group);
  return { id, columns: { producerId, itemId: null, groupId: id } };
}
