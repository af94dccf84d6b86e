import { and, or } from "drizzle-orm";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import {
  during,
  type KeysetPage,
  type Listed,
  notBeyond,
  readKeyset,
  type SortedPage,
} from "@/server/data/keyset";
import { hasTrigram } from "@/server/data/text-search";
import { conditionsOf, ownItems } from "./conditions";
import type { ItemFilter } from "./filter";
import { among, type ItemKey, type ItemRow, type ListedItem, type Read, readKeys, readRows } from "./listed";
import { matchesOf } from "./match";
import { findRareItems, isFound } from "./search";
import { type ItemSort, listByFakes, listSorted, orderOfItems } from "./sorted";

const ITEM_KEY = { time: items.createdAt, id: items.id };

/** Finds the caller's items that match a filter by creation, with the columns that `read` selects. */
function findItems<Found extends ItemKey>(
  ctx: Ctx,
  filter: ItemFilter,
  page: SortedPage<ItemSort>,
  read: Read<Found>,
): Promise<Listed<Found>> {
  const { createdFrom, createdBefore } = filter;
  const search = filter.search || undefined;
  // The walk uses one index: that of the condition that probably matches the fewest items.
  const { lead, rarest, others, created } = conditionsOf(filter);
  const walked = and(
    ownItems(ctx),
    during({ lead, time: items.createdAt }, { from: createdFrom, before: createdBefore }),
    lead ? undefined : rarest,
  );
  const left = and(others, search === undefined ? undefined : isFound(search));
  const order = orderOfItems(page.sort);
  return readKeyset<Found>(ctx, page, (ctx) => ({
    ...ITEM_KEY,
    order,
    lead,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id: String(id) }),
    read: (range, order, limit) => read(ctx, and(walked, left, range), order, limit),
    ...(left && { walked: { table: items, where: walked } }),
    ...(search !== undefined &&
      hasTrigram(search) && {
        shortcut: async (range, sorted, limit) => {
          const passes = and(rarest, others);
          const rare = await findRareItems(
            ctx,
            { fragment: search, range: and(created, range), passes, descending: order?.descending ?? true },
            limit,
          );
          if (!rare) return undefined;
          const { ids, end } = rare;
          const isShown = and(or(...ids.map(among)), end && notBeyond({ ...ITEM_KEY, order }, end));
          return { rows: await read(ctx, isShown, sorted, limit), end };
        },
      }),
  }));
}

function findRows(ctx: Ctx, filter: ItemFilter, page: SortedPage<ItemSort>): Promise<Listed<ItemRow>> {
  const by = page.sort?.by ?? "created";
  if (by === "created") return findItems(ctx, filter, page, readRows);
  return by === "fakes" ? listByFakes(ctx, filter, page) : listSorted(ctx, filter, page);
}

/** Lists the caller's items that match a filter, newest first unless sorted otherwise. */
export async function listItems(
  ctx: Ctx,
  filter: ItemFilter,
  page: SortedPage<ItemSort>,
): Promise<Listed<ListedItem>> {
  const found = await findRows(ctx, filter, page);
  const matches = filter.search ? await matchesOf(ctx, filter.search, found.entries) : undefined;
  return {
    ...found,
    entries: found.entries.map(({ id, ...item }) => {
      const match = matches?.get(id);
      return match ? { ...item, match } : item;
    }),
  };
}

/** Finds the keys of the caller's items that match a filter, newest first. */
export const findItemKeys = (ctx: Ctx, filter: ItemFilter, page: KeysetPage): Promise<Listed<ItemKey>> =>
  findItems(ctx, filter, page, readKeys);
