import { inArray, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { contains } from "@/server/data/text-search";
import { isVisible, type Match, matchInData } from "@/server/domain/shared/match";

interface Shown {
  id: number;
  identifier: string;
  title: string | null;
}

/** Finds where a fragment is in items whose shown texts do not contain it, by item id. */
export async function matchesOf(
  ctx: Ctx,
  fragment: string,
  listed: Shown[],
): Promise<ReadonlyMap<number, Match>> {
  const ids = listed
    .filter(({ identifier, title }) => !isVisible([identifier, title], fragment))
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.execute<Record<string, unknown> & Match & { id: number }>(sql`
    select ${items.id}::float8 as id, match.*
    from ${items} left join ${groups} on ${groups.id} = ${items.groupId} cross join lateral (
      (select 'item' as of, null as key, ${items.title} as value where ${contains(items.title, fragment)})
      union all (${matchInData("item", items.data, fragment)})
      union all (${matchInData("group", groups.data, fragment)})
      limit 1
    ) as match
    where ${inArray(items.id, ids)}`);
  return new Map(rows.map(({ id, of, key, value }) => [id, { of, key, value }]));
}
