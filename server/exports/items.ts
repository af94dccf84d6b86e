import { and, isNull, type SQL, sql } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { listItems } from "@/server/domain/items/list";
import type { ListedItem } from "@/server/domain/items/listed";
import { groupNames } from "@/server/domain/tables/group-names";
import type { Thing } from "@/server/domain/tables/row";
import { describedTable } from "./described";
import { inPortions, onePage, openKeyset, type Pages } from "./pages";
import type { Wish } from "./schema";
import { type ExportTable, iso } from "./table";

const { identifier, title, image, data, verificationinfos, groupId } = items;
const { invalidatedAt, scans, fakes, createdAt, updatedAt } = items;
const columns = {
  key: identifier,
  title,
  image,
  data,
  verificationinfos,
  groupId,
  invalidatedAt,
  scans,
  fakes,
  createdAt,
  updatedAt,
};

async function readItems(ctx: Ctx, where: SQL | undefined): Promise<Thing[]> {
  const rows = await ctx.db.select(columns).from(items).where(where);
  const names = await groupNames(
    ctx,
    rows.flatMap(({ groupId }) => groupId ?? []),
  );
  return rows.map(({ groupId, invalidatedAt, scans, fakes, createdAt, updatedAt, ...item }) => ({
    ...item,
    group: groupId === null ? null : (names.get(groupId) ?? groupId),
    facts: {
      invalidated: invalidatedAt !== null,
      scans,
      fakes,
      created: iso(createdAt),
      updated: iso(updatedAt),
    },
  }));
}

/** Items by their identifiers, as a table. */
function tableOf<T>(ctx: Ctx, pages: Pages<T>, keyOf: (entry: T) => string): Promise<ExportTable> {
  const whole = {
    table: items,
    key: { column: identifier, sqlType: "text" as const },
    // Not an equality, which the index of a producer's items would serve: it passes all of them.
    own: and(
      sql`${items.producerId} is not distinct from ${callingProducer(ctx).producerId}`,
      isNull(items.deletedAt),
    ),
    long: [title, image, data, verificationinfos],
    read: readItems,
    keyOf: ({ key }: Thing) => key,
  };
  return describedTable("items", pages, (page) => inPortions(ctx, whole, page.map(keyOf)));
}

/** The caller's items that match a filter, in the order of their list, as a table. */
export async function itemsTable(ctx: Ctx, { filter, sort }: Wish<"items">): Promise<ExportTable> {
  const pages = await openKeyset<ListedItem>("number", (page) => listItems(ctx, filter, { ...page, sort }));
  return tableOf(ctx, pages, ({ identifier }) => identifier);
}

/** The caller's items among the given identifiers, in their order, as a table. */
export const selectedItemsTable = (ctx: Ctx, identifiers: string[]): Promise<ExportTable> =>
  tableOf(ctx, onePage([...new Set(identifiers)]), (identifier) => identifier);
