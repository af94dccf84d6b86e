import { and, asc, inArray, or } from "drizzle-orm";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import {
  during,
  type KeysetPage,
  type Listed,
  notBeyond,
  type SortedPage,
  type Walk,
} from "@/server/data/keyset";
import { readMerged } from "@/server/data/walks";
import { conditionOf, conditionsOf, type ItemWay, ownItems } from "./conditions";
import type { ItemFilter } from "./filter";
import { among, type ItemKey, type ItemRow, type ListedItem, type Read, readKeys, readRows } from "./listed";
import { matchesOf } from "./match";
import { findRareItems, isFound, openSearch } from "./search";
import { type ItemSort, listByFakes, listSorted, orderOfItems } from "./sorted";

const ITEM_KEY = { time: items.createdAt, id: items.id };

/** Finds the caller's items that match a filter by creation, with the columns that `read` selects. */
async function findItems<Found extends ItemKey>(
  ctx: Ctx,
  filter: ItemFilter,
  page: SortedPage<ItemSort>,
  read: Read<Found>,
): Promise<Listed<Found>> {
  const { createdFrom, createdBefore } = filter;
  const search = await openSearch(ctx, filter.search);
  const { ways, rarest, others, created } = conditionsOf(filter);
  const left = and(others, search && isFound(search));
  const order = orderOfItems(page.sort);
  const walkOf =
    ({ lead, where }: ItemWay) =>
    (ctx: Ctx): Walk<Found> => {
      const walked = and(
        ownItems(ctx),
        during({ lead, time: items.createdAt }, { from: createdFrom, before: createdBefore }),
        where,
      );
      return {
        ...ITEM_KEY,
        order,
        lead,
        keyOf: ({ createdAt, id }) => ({ at: createdAt, id: String(id) }),
        read: (range, order, limit) => read(ctx, and(walked, left, range), order, limit),
        ...(left && { walked: { table: items, where: walked } }),
        ...(search?.groupIds && {
          shortcut: async (range, sorted, limit) => {
            const passes = and(conditionOf({ lead, where }), others);
            const rare = await findRareItems(
              ctx,
              {
                search,
                range: and(created, range),
                passes,
                descending: order?.descending ?? true,
              },
              limit,
            );
            if (!rare) return undefined;
            const { ids, end } = rare;
            const isShown = and(or(...ids.map(among)), end && notBeyond({ ...ITEM_KEY, order }, end));
            return { rows: await read(ctx, isShown, sorted, limit), end };
          },
        }),
      };
    };
  // Of each text that is found by the search, the groups are looked up once: so one walk has all values.
  const walked = search === undefined ? ways : [ways.length > 1 ? { where: rarest } : (ways[0] ?? {})];
  return readMerged(ctx, page, walked.map(walkOf));
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

/** Which of the caller's items match a filter now: others may have changed them since they were found. */
export async function matchingAmong(ctx: Ctx, filter: ItemFilter, ids: number[]): Promise<Set<number>> {
  const { rarest, others, created } = conditionsOf(filter);
  const found = filter.search ? isFound({ fragment: filter.search, groupIds: undefined }) : undefined;
  const where = and(ownItems(ctx), inArray(items.id, ids), rarest, others, created, found);
  return new Set((await readKeys(ctx, where, [asc(items.id)], ids.length)).map(({ id }) => id));
}
