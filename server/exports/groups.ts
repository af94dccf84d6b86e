import { count, eq, inArray, type SQL } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { type GroupFilter, type ListedGroup, listGroups } from "@/server/domain/groups/list";
import type { Thing } from "@/server/domain/tables/row";
import { describedTable } from "./described";
import { inPortions, openKeyset } from "./pages";
import { type ExportTable, iso } from "./table";

const { id, title, image, data, verificationinfos, createdAt, updatedAt } = groups;
const columns = { key: id, title, image, data, verificationinfos, createdAt, updatedAt };

/** The number of items of each group. */
async function countItems(ctx: Ctx, ids: string[]): Promise<ReadonlyMap<string | null, number>> {
  const rows = await ctx.db
    .select({ id: items.groupId, items: count() })
    .from(items)
    .where(inArray(items.groupId, ids))
    .groupBy(items.groupId);
  return new Map(rows.map(({ id, items }) => [id, items]));
}

async function readGroups(ctx: Ctx, where: SQL | undefined, hasFacts: boolean): Promise<Thing[]> {
  const rows = await ctx.db.select(columns).from(groups).where(where);
  const counts =
    hasFacts && rows.length > 0
      ? await countItems(
          ctx,
          rows.map(({ key }) => key),
        )
      : undefined;
  return rows.map(({ createdAt, updatedAt, ...group }) => ({
    ...group,
    facts: { items: counts?.get(group.key) ?? 0, created: iso(createdAt), updated: iso(updatedAt) },
  }));
}

/** The caller's groups that match a search, newest first, as a table. */
export async function groupsTable(ctx: Ctx, filter: GroupFilter): Promise<ExportTable> {
  const pages = await openKeyset<ListedGroup>("uuid", (page) => listGroups(ctx, filter, page));
  return describedTable("groups", pages, (page, hasFacts) =>
    inPortions(
      ctx,
      {
        table: groups,
        key: { column: id, sqlType: "uuid" },
        own: eq(groups.producerId, callingProducer(ctx).producerId),
        long: [title, image, data, verificationinfos],
        read: (ctx, where) => readGroups(ctx, where, hasFacts),
        keyOf: ({ key }: Thing) => key,
      },
      page.map(({ id }) => id),
    ),
  );
}
