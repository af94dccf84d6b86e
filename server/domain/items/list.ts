import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/ctx";
import { contains } from "@/server/domain/shared/fragment";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import type { ItemFilter } from "./filter";

/** An item as lists show it. */
export interface ListedItem {
  identifier: string;
  /** Its own; scanners see the group's where that has one. */
  title: string | null;
  image: string | null;
  group: { id: string; title: string | null; image: string | null } | null;
  invalidatedAt: Date | null;
  scans: number;
  fakes: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = {
  id: items.id,
  identifier: items.identifier,
  title: items.title,
  image: items.image,
  group: { id: groups.id, title: groups.title, image: groups.image },
  invalidatedAt: items.invalidatedAt,
  scans: items.scans,
  fakes: items.fakes,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
};

/** Where a fragment may stand; written as the trigram indexes are. */
export const itemContains = (fragment: string) =>
  or(contains(sql`${items.identifier}`, fragment), contains(sql`left(${items.title}, 200)`, fragment));

const MOST_FOUND = 3_000;

/**
 * The items with the fragment, where they are few: by the trigram indexes, whatever their age. Where they are many,
 * walking finds some soon.
 */
async function fewWith(ctx: Ctx, own: SQL | undefined, fragment: string): Promise<number[] | undefined> {
  const found = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(own, itemContains(fragment)))
    .limit(MOST_FOUND + 1);
  return found.length > MOST_FOUND ? undefined : found.map(({ id }) => id);
}

const among = (ids: number[]) => sql`${items.id} = any(${`{${ids.join()}}`}::bigint[])`;

/** The caller's items that a filter lets pass, newest first. */
export async function listItems(ctx: Ctx, filter: ItemFilter, page: KeysetPage): Promise<Listed<ListedItem>> {
  const { producerId } = callingProducer(ctx);
  const { search, state, group, hasFakes, createdFrom, createdBefore } = filter;
  const own = and(eq(items.producerId, producerId), isNull(items.deletedAt));
  const few = search ? await fewWith(ctx, own, search) : undefined;
  const walked = and(
    own,
    few && among(few),
    group === "none" ? isNull(items.groupId) : undefined,
    group === "none" || group === undefined ? undefined : eq(items.groupId, group),
    state === "invalidated" ? isNotNull(items.invalidatedAt) : undefined,
    hasFakes ? sql`${items.hasFakes}` : undefined,
    createdFrom === undefined ? undefined : gte(items.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(items.createdAt, new Date(createdBefore)),
  );
  const left = and(
    state === "active" ? isNull(items.invalidatedAt) : undefined,
    search !== undefined && search !== "" && !few ? itemContains(search) : undefined,
  );
  const { entries, nextCursor } = await readKeyset<ListedItem & { id: number }>(page, {
    time: items.createdAt,
    id: items.id,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id: String(id) }),
    read: (range, order, most) =>
      ctx.db
        .select(columns)
        .from(items)
        .leftJoin(groups, eq(groups.id, items.groupId))
        .where(and(walked, left, range))
        .orderBy(...order)
        .limit(most),
    ...(left && {
      keyAfter: async (range, order, skip) => {
        const [row] = await ctx.db
          .select({ at: items.createdAt, id: items.id })
          .from(items)
          .where(and(walked, range))
          .orderBy(...order)
          .offset(skip)
          .limit(1);
        return row && { at: row.at, id: String(row.id) };
      },
    }),
  });
  return { entries: entries.map(({ id: _, ...item }) => item), nextCursor };
}
