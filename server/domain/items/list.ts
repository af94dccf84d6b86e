import { and, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/ctx";
import { beginningOf, contains, containsWalked, hasTrigram, rareIds } from "@/server/domain/shared/fragment";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import { addressOf, shownOf } from "@/server/domain/shared/shown";
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
  title: shownOf(items.title),
  image: addressOf(items.image),
  group: { id: groups.id, title: shownOf(groups.title), image: addressOf(groups.image) },
  invalidatedAt: items.invalidatedAt,
  scans: items.scans,
  fakes: items.fakes,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
};

/** Where a fragment may stand; for the indexes, written as the trigram indexes are. */
const has = (fragment: string, test: typeof contains) =>
  or(test(items.identifier, fragment), test(beginningOf(items.title), fragment));

const among = (ids: string) => sql`${items.id} = any(${ids}::bigint[])`;

const read = (ctx: Ctx, where: SQL | undefined, order: SQL[], most: number) =>
  ctx.db
    .select(columns)
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(where)
    .orderBy(...order)
    .limit(most);

type Row = ListedItem & { id: number };

/** The caller's items that a filter lets pass, newest first. */
export async function listItems(ctx: Ctx, filter: ItemFilter, page: KeysetPage): Promise<Listed<ListedItem>> {
  const { producerId } = callingProducer(ctx);
  const { state, group, hasFakes, createdFrom, createdBefore } = filter;
  const search = filter.search || undefined;
  const created = and(
    createdFrom === undefined ? undefined : gte(items.createdAt, new Date(createdFrom)),
    createdBefore === undefined ? undefined : lt(items.createdAt, new Date(createdBefore)),
  );
  // One index is walked, that of the likely rarest.
  const [rarest, ...others] = [
    group === "none" || group === undefined ? undefined : eq(items.groupId, group),
    hasFakes ? sql`${items.hasFakes}` : undefined,
    state === "invalidated" ? isNotNull(items.invalidatedAt) : undefined,
    group === "none" ? isNull(items.groupId) : undefined,
  ].filter((condition) => condition !== undefined);
  const walked = and(eq(items.producerId, producerId), isNull(items.deletedAt), created, rarest);
  // Active are most of all items: no index knows them.
  const isActive = state === "active" ? isNull(items.invalidatedAt) : undefined;
  const left = and(...others, isActive, search === undefined ? undefined : has(search, containsWalked));
  const found = await readKeyset<Row>(page, {
    time: items.createdAt,
    id: items.id,
    keyOf: ({ createdAt, id }) => ({ at: createdAt, id: String(id) }),
    read: (range, order, most) => read(ctx, and(walked, left, range), order, most),
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
    ...(search !== undefined &&
      hasTrigram(search) && {
        shortcut: async (range, order, most) => {
          const where = and(walked, ...others, isActive, has(search, contains), range);
          const ids = await rareIds(ctx, { table: items, where, time: items.createdAt, id: items.id }, most);
          return ids === undefined ? undefined : read(ctx, among(ids), order, most);
        },
      }),
  });
  return { ...found, entries: found.entries.map(({ id: _, ...item }) => item) };
}
