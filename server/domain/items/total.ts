import { and, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { hasTrigram } from "@/server/data/text-search";
import { countInTime, type Total, totalOf } from "@/server/data/total";
import { searchedGroups } from "@/server/domain/groups/list";
import { conditionsOf, ownItems, waysOf } from "./conditions";
import type { ItemFilter } from "./filter";
import { isFound, openSearch, searchedItems } from "./search";

/** Counts items that contain a fragment, or whose group does, by the search indexes. */
const countFound = (ctx: Ctx, fragment: string, passes: SQL | undefined) => {
  const own = and(ownItems(ctx), passes);
  return countInTime(
    ctx,
    sql`select count(*)::int as count from (
      select ${items.id} from ${items} where ${and(searchedItems(ctx, fragment), own)} union
      select ${items.id} from ${items} where ${own} and ${items.groupId} = any(array(
        select ${groups.id} from ${groups} where ${searchedGroups(ctx, fragment)}))) as found`,
    "searching",
  );
};

/** The number of the caller's items that match a filter. */
export async function totalOfItems(ctx: Ctx, filter: ItemFilter): Promise<Total> {
  const { ways, rarest, others, created } = conditionsOf(filter);
  const { search } = filter;
  const isSearched = search && hasTrigram(search) ? searchedItems(ctx, search) : undefined;
  const found =
    search && isSearched ? await countFound(ctx, search, and(rarest, others, created)) : undefined;
  if (found !== undefined) return { count: found, isExact: true };
  const opened = await openSearch(ctx, search);
  const passes = and(others, created, opened && isFound(opened));
  return totalOf(ctx, {
    from: search ? sql`${items} left join ${groups} on ${groups.id} = ${items.groupId}` : sql`${items}`,
    ways: waysOf(ctx, ways),
    passes,
    where: isSearched
      ? and(ownItems(ctx), rarest, others, created, isSearched)
      : and(ownItems(ctx), rarest, passes),
  });
}
