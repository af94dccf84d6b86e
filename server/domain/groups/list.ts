import { and, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { searchedProducer, searchedText, sortedText, widerText } from "@/db/searched";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { indexOrder, type Listed, type SortedPage } from "@/server/data/keyset";
import { type KeyValue, type Order, orderOf, selectedValue, sortOf } from "@/server/data/order";
import { listSearched } from "@/server/data/searched-list";
import {
  contains,
  hasTrigram,
  idsBeginningWith,
  searchedContains,
  walkedBehind,
} from "@/server/data/text-search";
import { type Total, totalOf } from "@/server/data/total";
import { isVisible, type Match, matchInData } from "@/server/domain/shared/match";
import { addressOf, shownOf } from "@/server/domain/shared/shown";
import type { GroupFilter } from "./schema";

/** A group as lists show it. */
export interface ListedGroup {
  id: string;
  title: string | null;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Where a search found the fragment, if no field above contains it. */
  match?: Match;
}

const columns = {
  id: groups.id,
  title: shownOf(groups.title),
  image: addressOf(groups.image),
  createdAt: groups.createdAt,
  updatedAt: groups.updatedAt,
};

/** The test of groups that are walked by another index. */
export const groupWalked = walkedBehind(widerText({ title: groups.title, data: groups.data }));

/** Matches the title or a value of `data`. */
export const groupContains = (fragment: string, test: typeof contains) =>
  searchedContains(searchedText({ title: groups.title, data: groups.data }), fragment, test);

/** Matches the caller's groups, by a condition that only the search index serves. */
export const searchedGroups = (ctx: Ctx, fragment: string) =>
  and(
    sql`${searchedProducer(groups.producerId)} = ${callingProducer(ctx).producerId}`,
    groupContains(fragment, contains),
  );

/** Matches the beginning of the id. */
function hasId(fragment: string): SQL | undefined {
  const ids = idsBeginningWith(fragment);
  return ids && sql`${groups.id} between ${ids.lowest} and ${ids.highest}`;
}

/** Matches what a search finds, for groups that are walked by another index. */
const isFound = (search: string) =>
  search === "" ? undefined : or(groupContains(search, groupWalked), hasId(search));

const isBefore = ({ createdBefore }: GroupFilter) =>
  createdBefore === undefined ? undefined : lt(groups.createdAt, new Date(createdBefore));

/** The number of the caller's groups that match a filter. */
export function totalOfGroups(ctx: Ctx, filter: GroupFilter): Promise<Total> {
  const { search = "" } = filter;
  const own = and(eq(groups.producerId, callingProducer(ctx).producerId), isBefore(filter));
  return totalOf(ctx, {
    from: sql`${groups}`,
    ways: [{ where: own, indexOrder: indexOrder({ time: groups.createdAt, id: groups.id }) }],
    passes: isFound(search),
    where: hasTrigram(search)
      ? and(own, or(searchedGroups(ctx, search), hasId(search)))
      : and(own, isFound(search)),
  });
}

/** How a list of groups may be sorted. */
export const GroupSort = sortOf("created", "updated", "title");
type GroupSort = "created" | "updated" | "title";

const SORTS: Record<GroupSort, Pick<Order, "column" | "values">> = {
  created: { column: groups.createdAt, values: "time" },
  updated: { column: groups.updatedAt, values: "time" },
  title: { column: sortedText(groups.title), values: "text" },
};

type Row = ListedGroup & { sortedBy: KeyValue };

const read = (ctx: Ctx, by: GroupSort, where: SQL | undefined, order: SQL[], limit: number): Promise<Row[]> =>
  ctx.db
    .select({ ...columns, sortedBy: selectedValue(SORTS[by]) })
    .from(groups)
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** Finds where a fragment is in groups whose titles do not contain it, by group id. */
async function matchesOf(
  ctx: Ctx,
  fragment: string,
  listed: ListedGroup[],
): Promise<ReadonlyMap<string, Match>> {
  const ids = listed.filter(({ id, title }) => !isVisible([id, title], fragment)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.execute<Record<string, unknown> & Match & { id: string }>(sql`
    select ${groups.id}, match.* from ${groups}
    cross join lateral (${matchInData("group", groups.data, fragment)}) as match
    where ${inArray(groups.id, ids)}`);
  return new Map(rows.map(({ id, of, key, value }) => [id, { of, key, value }]));
}

/** Finds the caller's groups that match a filter. */
export function findGroups(ctx: Ctx, filter: GroupFilter, page: SortedPage<GroupSort>): Promise<Listed<Row>> {
  const { search = "" } = filter;
  const own = eq(groups.producerId, callingProducer(ctx).producerId);
  const by = page.sort?.by ?? "created";
  const byId = hasId(search);
  return listSearched<Row>(ctx, page, orderOf(page.sort, SORTS, "created"), {
    table: groups,
    id: groups.id,
    time: groups.createdAt,
    columns: [groups.title, groups.updatedAt],
    own,
    passes: isBefore(filter),
    isFound: isFound(search),
    found: hasTrigram(search) ? [searchedGroups(ctx, search), byId && and(own, byId)] : [],
    read: (ctx, where, order, limit) => read(ctx, by, where, order, limit),
  });
}

/** Lists the caller's groups, newest first unless sorted otherwise. `search` matches the title, `data` and the beginning of the id. */
export async function listGroups(
  ctx: Ctx,
  filter: GroupFilter,
  page: SortedPage<GroupSort>,
): Promise<Listed<ListedGroup>> {
  const { entries, nextCursor } = await findGroups(ctx, filter, page);
  const matches = filter.search ? await matchesOf(ctx, filter.search, entries) : undefined;
  return {
    entries: entries.map(({ sortedBy: _, ...group }) => {
      const match = matches?.get(group.id);
      return match ? { ...group, match } : group;
    }),
    nextCursor,
  };
}
