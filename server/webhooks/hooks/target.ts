import { and, eq, isNull, type SQL } from "drizzle-orm";
import { type Hook, hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { ownedGroup } from "@/server/domain/groups/read";
import { ownedItem } from "@/server/domain/items/read";

/** The target of a webhook: an item or a group by its id, or everything of the calling producer. */
export type HookTarget = { item: string } | { group: string } | "producer";

/** The columns that name a target: an item, a group or, with neither, everything of the producer. */
export type TargetColumns = Pick<Hook, "producerId" | "itemId" | "groupId">;

export type TargetType = "item" | "group" | "producer";

/** One of the caller's targets; `id` is its id in the API. */
interface FoundTarget {
  id: string;
  columns: TargetColumns;
}

export function typeOf({ itemId, groupId }: TargetColumns): TargetType {
  if (itemId !== null) return "item";
  return groupId === null ? "producer" : "group";
}

/** Condition for the webhooks of a target that are not deleted. */
export const hooksOf = ({ producerId, itemId, groupId }: TargetColumns): SQL | undefined =>
  and(
    eq(hooks.producerId, producerId),
    isNull(hooks.deletedAt),
    itemId === null ? isNull(hooks.itemId) : eq(hooks.itemId, itemId),
    groupId === null ? isNull(hooks.groupId) : eq(hooks.groupId, groupId),
  );

/** The target, if it is the caller's. @throws 404 if it does not exist, 403 if it is another producer's */
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
