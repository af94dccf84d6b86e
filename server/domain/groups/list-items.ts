import { and, eq } from "drizzle-orm";
import type { Group } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { type Page, type Paged, readPage } from "@/server/data/paging";
import { ownedGroup } from "./read";

export interface GroupItem {
  id: number;
  identifier: string;
  createdAt: Date;
}

/** Lists the items of a group, newest first. */
export async function listGroupItems(
  ctx: Ctx,
  id: string,
  page: Page,
): Promise<{ group: Group; members: Paged<GroupItem> }> {
  const group = await ownedGroup(ctx, id);
  const members = await readPage<GroupItem>(ctx, page, (ctx) => ({
    time: items.createdAt,
    timeOf: (item) => item.createdAt,
    rankOf: (item) => item.id,
    read: (older, order) =>
      ctx.db
        .select({ id: items.id, identifier: items.identifier, createdAt: items.createdAt })
        .from(items)
        .where(and(eq(items.groupId, id), older))
        .orderBy(order),
  }));
  return { group, members };
}
