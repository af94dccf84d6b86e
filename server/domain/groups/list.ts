import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { type Ctx, callingProducer } from "@/server/ctx";
import { contains, idsBeginningWith } from "@/server/domain/shared/fragment";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";

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
  title: groups.title,
  image: groups.image,
  createdAt: groups.createdAt,
  updatedAt: groups.updatedAt,
};

/** By a fragment of the title, or the beginning of the id. */
export function groupContains(fragment: string): SQL | undefined {
  const ids = idsBeginningWith(fragment);
  return or(
    contains(sql`left(${groups.title}, 200)`, fragment),
    ids && sql`${groups.id} between ${ids.lowest} and ${ids.highest}`,
  );
}

/** The caller's groups, newest first; with `search`, those with it in their title or at the beginning of their id. */
export function listGroups(
  ctx: Ctx,
  { search }: { search?: string | undefined },
  page: KeysetPage,
): Promise<Listed<ListedGroup>> {
  const own = eq(groups.producerId, callingProducer(ctx).producerId);
  const left = search ? groupContains(search) : undefined;
  return readKeyset(page, {
    time: groups.createdAt,
    id: groups.id,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id }),
    read: (range, order, most) =>
      ctx.db
        .select(columns)
        .from(groups)
        .where(and(own, left, range))
        .orderBy(...order)
        .limit(most),
  });
}
