import { and, eq, isNull, type SQL } from "drizzle-orm";
import { hooks } from "@/db/schema/hooks";
import { type Ctx, callingProducer } from "@/server/ctx";
import { ownedGroup } from "@/server/domain/groups/read";
import { ownedItem } from "@/server/domain/items/read";

/** What a hook listens to: an item or a group by its id, or all of the calling producer's. */
export type HookTarget = { item: string } | { group: string } | "producer";

/** A target of the caller's: the columns that name it in a hook's row, and its id in the interface. */
export interface FoundTarget {
  id: string;
  type: "item" | "group" | "producer";
  columns: { producerId: string; itemId?: number; groupId?: string };
  hooksOf: SQL | undefined;
}

/** The target, if it is the caller's. 404 if absent, 403 if another producer's. */
export async function ownedTarget(ctx: Ctx, target: HookTarget): Promise<FoundTarget> {
  const { producerId } = callingProducer(ctx);
  const living = and(eq(hooks.producerId, producerId), isNull(hooks.deletedAt));
  if (target === "producer") {
    const hooksOf = and(living, isNull(hooks.itemId), isNull(hooks.groupId));
    return { id: producerId, type: "producer", columns: { producerId }, hooksOf };
  }
  if ("item" in target) {
    const item = await ownedItem(ctx, target.item);
    const columns = { producerId, itemId: item.id };
    return { id: item.identifier, type: "item", columns, hooksOf: and(living, eq(hooks.itemId, item.id)) };
  }
  const group = await ownedGroup(ctx, target.group);
  const columns = { producerId, groupId: group.id };
  return { id: group.id, type: "group", columns, hooksOf: and(living, eq(hooks.groupId, group.id)) };
}
