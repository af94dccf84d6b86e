import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { searchedProducer, searchedText } from "@/db/searched";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { type Key, type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import {
  contains,
  containsWalked,
  hasTrigram,
  idsBeginningWith,
  rareIds,
  searchedContains,
} from "@/server/data/text-search";
import { isVisible, type Match, matchInData } from "@/server/domain/shared/match";
import { addressOf, shownOf } from "@/server/domain/shared/shown";

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

const read = (ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number) =>
  ctx.db
    .select(columns)
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

/** Lists the caller's groups, newest first. `search` matches the title, `data` and the beginning of the id. */
export async function listGroups(
  ctx: Ctx,
  { search = "" }: { search?: string | undefined },
  page: KeysetPage,
): Promise<Listed<ListedGroup>> {
  const own = eq(groups.producerId, callingProducer(ctx).producerId);
  const left = search === "" ? undefined : or(groupContains(search, containsWalked), hasId(search));
  const keyOf = ({ createdAt, id }: Pick<ListedGroup, "createdAt" | "id">): Key => ({ at: createdAt, id });
  const found = await readKeyset<ListedGroup>(ctx, page, (ctx) => ({
    time: groups.createdAt,
    id: groups.id,
    keyOf,
    read: (range, order, limit) => read(ctx, and(own, left, range), order, limit),
    ...(left && { walked: { table: groups, where: own } }),
    ...(hasTrigram(search) && {
      shortcut: async (range, order, limit) => {
        const byId = hasId(search);
        const ids = await rareIds(
          ctx,
          { table: groups, columns: [], time: groups.createdAt, id: groups.id },
          { found: [searchedGroups(ctx, search), byId && and(own, byId)], passes: range },
          limit,
        );
        return ids === undefined
          ? undefined
          : { rows: await read(ctx, sql`${groups.id} = any(${ids}::uuid[])`, order, limit) };
      },
    }),
  }));
  if (search === "") return found;
  const matches = await matchesOf(ctx, search, found.entries);
  return {
    ...found,
    entries: found.entries.map((group) => {
      const match = matches.get(group.id);
      return match ? { ...group, match } : group;
    }),
  };
}
