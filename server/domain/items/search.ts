import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { searchedProducer, searchedText, widerText } from "@/db/searched";
import { type Ctx, callingProducer, inTransaction, isInTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { inDirection, type Key } from "@/server/data/order";
import { restorePlanning } from "@/server/data/restore-planning";
import {
  byBitmaps,
  contains,
  hasTrigram,
  rareIds,
  searchedContains,
  WITHOUT_JIT,
  walkedBehind,
} from "@/server/data/text-search";
import { walkIndexes } from "@/server/data/walk-indexes";
import { groupContains, groupWalked, searchedGroups } from "@/server/domain/groups/list";

const MAX_GROUPS = 1_000;
const MAX_MEMBERS_READ = 20_000;

/** Matches the identifier, the item's own title or a value of `data`. */
const itemContains = (fragment: string, test: typeof contains) =>
  searchedContains(searchedText(items), fragment, test);

/** A search for a fragment, with the caller's groups that contain it. */
export interface Search {
  fragment: string;
  /** Undefined where there are too many, or no index finds them. */
  groupIds: string[] | undefined;
}

/** Finds the groups of a search, before any item is read. */
export async function openSearch(ctx: Ctx, fragment: string | undefined): Promise<Search | undefined> {
  if (!fragment) return undefined;
  if (!hasTrigram(fragment)) return { fragment, groupIds: undefined };
  const groupIds = await inTransaction(ctx, (ctx) => foundGroups(ctx, fragment));
  if (isInTransaction(ctx)) await restorePlanning(ctx);
  return { fragment, groupIds };
}

/** Whether an item or its group contains the fragment, for rows of both that are walked by another index. */
export function isFound({ fragment, groupIds }: Search): SQL {
  const own = itemContains(fragment, walkedBehind(widerText(items)));
  if (groupIds === undefined) return sql`(${own} or ${groupContains(fragment, groupWalked)})`;
  return groupIds.length === 0
    ? sql`(${own})`
    : sql`(${items.groupId} = any(${`{${groupIds.join()}}`}::uuid[]) or ${own})`;
}

/** The columns that filters of lists use. */
const FILTERED = [items.groupId, items.hasFakes, items.invalidatedAt, items.deletedAt];

/** Matches the caller's items, by a condition that only the search index serves. */
export const searchedItems = (ctx: Ctx, fragment: string) =>
  and(
    sql`${searchedProducer(items.producerId)} = ${callingProducer(ctx).producerId}`,
    itemContains(fragment, contains),
  );

/** Whether groups have too many items to collect them all. */
async function haveManyItems(ctx: Ctx, groupIds: string[]): Promise<boolean> {
  if (groupIds.length === 0) return false;
  const ids = `{${groupIds.join()}}`;
  const row = await walkIndexes(ctx.db, (db) =>
    db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select from unnest(${ids}::uuid[]) as found(id) cross join lateral (
          select from ${items} where ${items.groupId} = found.id
          order by ${items.createdAt}, ${items.id} limit ${MAX_MEMBERS_READ + 1}) as member
        limit ${MAX_MEMBERS_READ + 1}) as member`),
  );
  return only(row).count > MAX_MEMBERS_READ;
}

/** Finds the caller's groups that contain the fragment; undefined if there are too many. */
async function foundGroups(ctx: Ctx, fragment: string): Promise<string[] | undefined> {
  await byBitmaps(ctx);
  const found = await ctx.db
    .select({ id: groups.id })
    .from(groups)
    .where(searchedGroups(ctx, fragment))
    .limit(MAX_GROUPS + 1);
  return found.length > MAX_GROUPS ? undefined : found.map(({ id }) => id);
}

interface Narrowed {
  /** The range of keys of the page. */
  range: SQL | undefined;
  passes: SQL | undefined;
  /** Newest first. */
  descending: boolean;
}

/** Finds the first members of each group, by the index of the group; complete up to `end`. */
async function membersOf(
  ctx: Ctx,
  groupIds: string[],
  { range, passes, descending }: Narrowed,
  limit: number,
): Promise<{ ids: string; end: Key | undefined }> {
  const perGroup = passes ? Math.floor(MAX_MEMBERS_READ / groupIds.length) : limit;
  await ctx.db.execute(sql`
    select set_config('enable_indexscan', 'on', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true), ${WITHOUT_JIT}`);
  const listed = sql.join([items.id, items.createdAt, ...FILTERED], sql`, `);
  const [direction, isBefore] = descending ? [sql`desc`, sql`>=`] : [sql`asc`, sql`<=`];
  const order = sql`${items.createdAt} ${direction}, ${items.id} ${direction}`;
  // The CTE has the name of the table, so that conditions on its columns apply to the members.
  const [row] = await ctx.db.execute<{ ids: string; at: number | null; id: string | null }>(sql`
    with ${items} as materialized (
      select member.* from unnest(${`{${groupIds.join()}}`}::uuid[]) as found(id) cross join lateral (
        select ${listed}, row_number() over (order by ${order}) as nth from ${items}
        where ${and(sql`${items.groupId} = found.id`, range)} order by ${order} limit ${perGroup}
      ) as member
    ), ended as (
      select created_at, id from ${items} where nth = ${perGroup} order by ${order} limit 1
    )
    select (1000 * extract(epoch from ended.created_at))::float8 as at, ended.id::text as id, array(
      select ${items.id}::text from ${items}
      where ${passes ?? sql`true`} and (ended.id is null or (${items.createdAt}, ${items.id}) ${isBefore} (ended.created_at, ended.id))
      order by ${order} limit ${limit}
    )::text as ids
    from (select) as always left join ended on true`);
  const end = row?.at != null && row.id ? { at: new Date(row.at), id: row.id } : undefined;
  return { ids: row?.ids ?? "{}", end };
}

/** The result of a search by its indexes: ids as Postgres array literals, complete up to `end`. */
export interface FoundItems {
  ids: string[];
  end: Key | undefined;
}

/**
 * Finds the caller's first items by creation that contain the fragment, or whose group does: the matching groups are found by the search
 * index, and their items by the index of the group. Undefined if too many items or groups match.
 */
export const findRareItems = (
  ctx: Ctx,
  { search: { fragment, groupIds }, range, passes, descending }: Narrowed & { search: Search },
  limit: number,
): Promise<FoundItems | undefined> =>
  inTransaction(ctx, async (ctx) => {
    if (groupIds === undefined) return undefined;
    const alive = and(isNull(items.deletedAt), passes);
    const own = await rareIds(
      ctx,
      { table: items, columns: FILTERED, time: items.createdAt, id: items.id },
      {
        found: [searchedItems(ctx, fragment)],
        passes: and(alive, range),
        order: inDirection([items.createdAt, items.id], descending),
      },
      limit,
    );
    if (own === undefined) return undefined;
    if (groupIds.length === 0) return { ids: [own], end: undefined };
    const members = await membersOf(ctx, groupIds, { range, passes, descending }, limit);
    return { ids: [own, members.ids], end: members.end };
  });

/** The same in any order of columns of items. Undefined as well where the groups have too many items. */
export const findRareItemsIn = (
  ctx: Ctx,
  order: SQL[],
  { search, range, passes }: { search: Search; range: SQL | undefined; passes: SQL | undefined },
  limit: number,
): Promise<string | undefined> =>
  inTransaction(ctx, async (ctx) => {
    const { fragment, groupIds } = search;
    if (groupIds === undefined || (await haveManyItems(ctx, groupIds))) return undefined;
    const found = [
      searchedItems(ctx, fragment),
      groupIds.length > 0 ? inArray(items.groupId, groupIds) : undefined,
    ];
    const columns = [...FILTERED, items.producerId, items.updatedAt, items.identifier];
    return rareIds(
      ctx,
      { table: items, columns, time: items.createdAt, id: items.id },
      { found, passes: and(isNull(items.deletedAt), passes, range), order },
      limit,
    );
  });
