import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { type Ctx, callingProducer } from "@/server/ctx";
import {
  beginningOf,
  contains,
  containsWalked,
  hasTrigram,
  idsBeginningWith,
  rareIds,
} from "@/server/domain/shared/fragment";
import { type Key, type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import { addressOf, shownOf } from "@/server/domain/shared/shown";

/** A group as lists show it. */
export interface ListedGroup {
  id: string;
  title: string | null;
  image: string | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = {
  id: groups.id,
  title: shownOf(groups.title),
  image: addressOf(groups.image),
  createdAt: groups.createdAt,
  updatedAt: groups.updatedAt,
};

/** By a fragment of the title, or the beginning of the id. */
function has(fragment: string, test: typeof contains): SQL | undefined {
  const ids = idsBeginningWith(fragment);
  return or(
    test(beginningOf(groups.title), fragment),
    ids && sql`${groups.id} between ${ids.lowest} and ${ids.highest}`,
  );
}

const read = (ctx: Ctx, where: SQL | undefined, order: SQL[], most: number) =>
  ctx.db
    .select(columns)
    .from(groups)
    .where(where)
    .orderBy(...order)
    .limit(most);

/** The caller's groups, newest first; with `search`, those with it in their title or at the beginning of their id. */
export function listGroups(
  ctx: Ctx,
  { search = "" }: { search?: string | undefined },
  page: KeysetPage,
): Promise<Listed<ListedGroup>> {
  const own = eq(groups.producerId, callingProducer(ctx).producerId);
  const left = search === "" ? undefined : has(search, containsWalked);
  const keyOf = ({ createdAt, id }: Pick<ListedGroup, "createdAt" | "id">): Key => ({ at: createdAt, id });
  return readKeyset<ListedGroup>(page, {
    time: groups.createdAt,
    id: groups.id,
    keyOf,
    read: (range, order, most) => read(ctx, and(own, left, range), order, most),
    ...(left && {
      keyAfter: async (range, order, skip) => {
        const [row] = await ctx.db
          .select({ createdAt: groups.createdAt, id: groups.id })
          .from(groups)
          .where(and(own, range))
          .orderBy(...order)
          .offset(skip)
          .limit(1);
        return row && keyOf(row);
      },
    }),
    ...(hasTrigram(search) && {
      shortcut: async (range, order, most) => {
        const where = and(own, has(search, contains), range);
        const ids = await rareIds(ctx, { table: groups, where, time: groups.createdAt, id: groups.id }, most);
        return ids === undefined
          ? undefined
          : read(ctx, sql`${groups.id} = any(${ids}::uuid[])`, order, most);
      },
    }),
  });
}
