import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { EVER, rollupItemFakes } from "@/db/schema/item-fakes";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { fewIds } from "@/server/data/few";
import { type Listed, readKeyset, type SortedPage, type Walk } from "@/server/data/keyset";
import { type Order, orderOf, type Sort, sortOf } from "@/server/data/order";
import { MAX_MATCHES } from "@/server/data/text-search";
import { readParts } from "@/server/data/walks";
import { conditionsOf, ownItems, waysOf } from "./conditions";
import type { ItemFilter } from "./filter";
import { among, type ItemRow, readRanked, readRows } from "./listed";
import { findRareItemsIn, isFound, openSearch, type Search } from "./search";

/** How a list of items may be sorted. */
export const ItemSort = sortOf("created", "updated", "identifier", "fakes");
export type ItemSort = "created" | "updated" | "identifier" | "fakes";

const COLUMNS: Record<ItemSort, Pick<Order, "column" | "values">> = {
  created: { column: items.createdAt, values: "time" },
  updated: { column: items.updatedAt, values: "time" },
  identifier: { column: sql`${items.identifier} collate "C"`, values: "text" },
  fakes: { column: rollupItemFakes.fakes, values: "number" },
};

export const orderOfItems = (sort: Sort<ItemSort> | undefined): Order | undefined =>
  orderOf(sort, COLUMNS, "created");

/** Finds the items of a filter by the index of its rarest condition or by the search, where they are few. */
async function findFew(
  ctx: Ctx,
  filter: ItemFilter,
  { search, range, order }: { search: Search | undefined; range: SQL | undefined; order: SQL[] },
  limit: number,
): Promise<string | undefined> {
  const { ways, rarest, others, created } = conditionsOf(filter);
  const passes = and(others, created, range);
  if (search)
    return findRareItemsIn(ctx, order, { search, range, passes: and(rarest, others, created) }, limit);
  const { id, createdAt, updatedAt, identifier, groupId, hasFakes, invalidatedAt, producerId } = items;
  return rarest
    ? fewIds(
        ctx,
        {
          table: items,
          id,
          columns: [createdAt, updatedAt, identifier, groupId, hasFakes, invalidatedAt, producerId],
          ways: waysOf(ctx, ways),
        },
        { passes, order },
        limit,
      )
    : undefined;
}

const allOf = ({ rarest, others, created }: ReturnType<typeof conditionsOf>, search: Search | undefined) =>
  and(rarest, others, created, search && isFound(search));

/** Lists items along the index of the column that they are sorted by; a filter leaves rows out. */
export async function listSorted(
  ctx: Ctx,
  filter: ItemFilter,
  page: SortedPage<ItemSort>,
): Promise<Listed<ItemRow>> {
  const own = ownItems(ctx);
  const search = await openSearch(ctx, filter.search);
  const left = allOf(conditionsOf(filter), search);
  const order = orderOfItems(page.sort);
  const keyValue = (item: ItemRow) => (page.sort?.by === "identifier" ? item.identifier : item.updatedAt);
  return readKeyset<ItemRow>(ctx, page, (ctx) => ({
    order,
    id: items.id,
    keyOf: (item) => ({ at: keyValue(item), id: String(item.id) }),
    read: (range, sorted, limit) => readRows(ctx, and(own, left, range), sorted, limit),
    ...(left && {
      walked: { table: items, where: own },
      shortcut: async (range, sorted, limit) => {
        const ids = await findFew(ctx, filter, { search, range, order: sorted }, limit);
        return ids === undefined ? undefined : { rows: await readRows(ctx, among(ids), sorted, limit) };
      },
    }),
  }));
}

/** Lists items by their fakes: those with fakes along the roll-ups, and those without by creation. */
export async function listByFakes(
  ctx: Ctx,
  filter: ItemFilter,
  page: SortedPage<ItemSort>,
): Promise<Listed<ItemRow>> {
  const { producerId } = callingProducer(ctx);
  const order = orderOfItems(page.sort);
  const name = order?.name ?? "";
  const conditions = conditionsOf(filter);
  const search = await openSearch(ctx, filter.search);
  const left = allOf(conditions, search);
  const ofRollUps = and(
    eq(rollupItemFakes.producerId, producerId),
    eq(rollupItemFakes.stretch, EVER.stretch),
    eq(rollupItemFakes.first, EVER.first),
    gt(rollupItemFakes.fakes, 0),
  );
  const withFakes = (ctx: Ctx): Walk<ItemRow & { ranked?: number }> => ({
    order,
    id: rollupItemFakes.itemId,
    keyOf: ({ ranked = 0, id }) => ({ at: ranked, id: String(id) }),
    read: (range, sorted, limit) =>
      readRanked(ctx, and(ofRollUps, ownItems(ctx), left, range), sorted, limit),
    walked: { table: rollupItemFakes, where: ofRollUps },
    shortcut: async (range, sorted, limit) => {
      const ids = await findFew(
        ctx,
        filter,
        { search, range: undefined, order: [asc(items.id)] },
        MAX_MATCHES,
      );
      return ids === undefined
        ? undefined
        : { rows: await readRanked(ctx, and(ofRollUps, ownItems(ctx), among(ids), range), sorted, limit) };
    },
  });
  const isFilteredByFakes = filter.hasFakes ?? false;
  const without = (ctx: Ctx): Walk<ItemRow & { ranked?: number }> => {
    const walked = and(ownItems(ctx), conditions.created);
    return {
      order: { name: `none${name.slice(-1)}`, column: items.createdAt, values: "time", descending: true },
      id: items.id,
      keyOf: ({ createdAt, id }) => ({ at: createdAt, id: String(id) }),
      read: (range, sorted, limit) =>
        readRows(ctx, and(walked, sql`not ${items.hasFakes}`, left, range), sorted, limit),
      walked: { table: items, where: walked },
      shortcut: async (range, sorted, limit) => {
        const noFakes = and(range, sql`not ${items.hasFakes}`);
        const ids = await findFew(ctx, filter, { search, range: noFakes, order: sorted }, limit);
        return ids === undefined ? undefined : { rows: await readRows(ctx, among(ids), sorted, limit) };
      },
    };
  };
  const parts = isFilteredByFakes ? [withFakes] : [withFakes, without];
  const { entries, nextCursor } = await readParts(ctx, page, page.sort?.descending ? parts : parts.reverse());
  return { entries: entries.map(({ ranked: _, ...item }) => item), nextCursor };
}
