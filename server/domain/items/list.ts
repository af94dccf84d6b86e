import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { during, type KeysetPage, type Listed, notBelow, readKeyset } from "@/server/data/keyset";
import { hasTrigram } from "@/server/data/text-search";
import type { Match } from "@/server/domain/shared/match";
import { addressOf, shownOf } from "@/server/domain/shared/shown";
import { shownTitle } from "@/server/domain/shared/shown-title";
import type { ItemFilter } from "./filter";
import { matchesOf } from "./match";
import { findRareItems, isFound } from "./search";

/** An item as lists show it. */
export interface ListedItem {
  identifier: string;
  /** As scanners see it: the group's title if it has one. */
  title: string | null;
  ownTitle: string | null;
  image: string | null;
  group: { id: string; title: string | null; image: string | null } | null;
  invalidatedAt: Date | null;
  scans: number;
  fakes: number;
  createdAt: Date;
  updatedAt: Date;
  /** Where a search found the fragment, if no field above contains it. */
  match?: Match;
}

const columns = {
  id: items.id,
  identifier: items.identifier,
  title: shownTitle,
  ownTitle: shownOf(items.title),
  image: addressOf(items.image),
  group: { id: groups.id, title: shownOf(groups.title), image: addressOf(groups.image) },
  invalidatedAt: items.invalidatedAt,
  scans: items.scans,
  fakes: items.fakes,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
};

type Row = ListedItem & { id: number };
type ItemKey = Pick<Item, "id" | "createdAt">;

/** Reads rows of items with their groups. */
type Read<Found> = (ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number) => Promise<Found[]>;

const among = (ids: string) => sql`${items.id} = any(${ids}::bigint[])`;

const readRows: Read<Row> = (ctx, where, order, limit) =>
  ctx.db
    .select(columns)
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

const ITEM_KEY = { time: items.createdAt, id: items.id };

/** Finds the caller's items that match a filter, newest first, with the columns that `read` selects. */
function findItems<Found extends ItemKey>(
  ctx: Ctx,
  filter: ItemFilter,
  page: KeysetPage,
  read: Read<Found>,
): Promise<Listed<Found>> {
  const { producerId } = callingProducer(ctx);
  const { state, group, hasFakes, createdFrom, createdBefore } = filter;
  const search = filter.search || undefined;
  const created = and(
    createdFrom === undefined ? undefined : gte(items.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(items.createdAt, new Date(createdBefore)),
  );
  // The walk uses one index: that of the condition that probably matches the fewest items.
  const lead = group === "none" || group === undefined ? undefined : { column: items.groupId, value: group };
  const [rarest, ...others] = [
    lead && eq(items.groupId, lead.value),
    hasFakes ? sql`${items.hasFakes}` : undefined,
    state === "invalidated" ? isNotNull(items.invalidatedAt) : undefined,
    group === "none" ? isNull(items.groupId) : undefined,
  ].filter((condition) => condition !== undefined);
  const walked = and(
    eq(items.producerId, producerId),
    isNull(items.deletedAt),
    during({ lead, time: items.createdAt }, { from: createdFrom, before: createdBefore }),
    lead ? undefined : rarest,
  );
  // Most items are active, so there is no index for it.
  const isActive = state === "active" ? isNull(items.invalidatedAt) : undefined;
  const left = and(...others, isActive, search === undefined ? undefined : isFound(search));
  return readKeyset<Found>(ctx, page, (ctx) => ({
    ...ITEM_KEY,
    lead,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id: String(id) }),
    read: (range, order, limit) => read(ctx, and(walked, left, range), order, limit),
    ...(left && { walked: { table: items, where: walked } }),
    ...(search !== undefined &&
      hasTrigram(search) && {
        shortcut: async (range, order, limit) => {
          const passes = and(rarest, ...others, isActive);
          const rare = await findRareItems(
            ctx,
            { fragment: search, range: and(created, range), passes },
            limit,
          );
          if (!rare) return undefined;
          const { ids, end } = rare;
          const isShown = and(or(...ids.map(among)), end && notBelow(ITEM_KEY, end));
          return { rows: await read(ctx, isShown, order, limit), end };
        },
      }),
  }));
}

/** Lists the caller's items that match a filter, newest first. */
export async function listItems(ctx: Ctx, filter: ItemFilter, page: KeysetPage): Promise<Listed<ListedItem>> {
  const found = await findItems(ctx, filter, page, readRows);
  const matches = filter.search ? await matchesOf(ctx, filter.search, found.entries) : undefined;
  return {
    ...found,
    entries: found.entries.map(({ id, ...item }) => {
      const match = matches?.get(id);
      return match ? { ...item, match } : item;
    }),
  };
}

const readKeys: Read<ItemKey> = (ctx, where, order, limit) =>
  ctx.db
    .select({ id: items.id, createdAt: items.createdAt })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** Finds the keys of the caller's items that match a filter, newest first. */
export const findItemKeys = (ctx: Ctx, filter: ItemFilter, page: KeysetPage): Promise<Listed<ItemKey>> =>
  findItems(ctx, filter, page, readKeys);
