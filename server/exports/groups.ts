import { eq, type SQL } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { countMembers } from "@/server/domain/groups/count-members";
import { type ListedGroup, listGroups } from "@/server/domain/groups/list";
import type { Thing } from "@/server/domain/tables/row";
import { describedTable } from "./described";
import { inPortions, openKeyset } from "./pages";
import type { Wish } from "./schema";
import { type ExportTable, iso } from "./table";

const { id, title, image, data, verificationinfos, createdAt, updatedAt } = groups;
const columns = { key: id, title, image, data, verificationinfos, createdAt, updatedAt };

async function readGroups(ctx: Ctx, where: SQL | undefined, hasFacts: boolean): Promise<Thing[]> {
  const rows = await ctx.db.select(columns).from(groups).where(where);
  const counts =
    hasFacts && rows.length > 0
      ? await countMembers(
          ctx,
          rows.map(({ key }) => key),
        )
      : undefined;
  return rows.map(({ createdAt, updatedAt, ...group }) => ({
    ...group,
    facts: { items: counts?.get(group.key) ?? null, created: iso(createdAt), updated: iso(updatedAt) },
  }));
}

/** The caller's groups that match a search, in the order of their list, as a table. */
export async function groupsTable(ctx: Ctx, { filter, sort }: Wish<"groups">): Promise<ExportTable> {
  const pages = await openKeyset<ListedGroup>("uuid", (page) => listGroups(ctx, filter, { ...page, sort }));
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
