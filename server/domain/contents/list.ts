import {
  and,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  like,
  lt,
  notLike,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { type Content, contents } from "@/db/schema/contents";
import { beginningOf, searchedProducer, sortedText } from "@/db/searched";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { indexOrder, type Listed, type SortedPage, type Walk } from "@/server/data/keyset";
import { type KeyValue, type Order, orderOf, partsOf, selectedValue } from "@/server/data/order";
import { contains, containsWalked, hasTrigram, idsBeginningWith, rareIds } from "@/server/data/text-search";
import { type Total, totalOf } from "@/server/data/total";
import { readParts } from "@/server/data/walks";
import type { ContentFilter, ContentSort } from "./schema";
import { type Uses, usesOf } from "./uses";

/** Matches the beginning of the id. */
function hasId(fragment: string) {
  const ids = idsBeginningWith(fragment);
  return ids && sql`${contents.id} between ${ids.lowest} and ${ids.highest}`;
}

/** A content with the items and groups that use it. */
export type UsedContent = Content & { uses: Uses };

const SORTS: Record<ContentSort, Pick<Order, "column" | "values">> = {
  created: { column: contents.createdAt, values: "time" },
  name: { column: sortedText(contents.name), values: "text" },
  size: { column: contents.size, values: "number" },
};

type Row = Content & { sortedBy: KeyValue };

const read = (
  ctx: Ctx,
  by: ContentSort,
  where: SQL | undefined,
  order: SQL[],
  limit: number,
): Promise<Row[]> =>
  ctx.db
    .select({ ...getTableColumns(contents), sortedBy: selectedValue(SORTS[by]) })
    .from(contents)
    .where(where)
    .orderBy(...order)
    .limit(limit);

function conditionsOf(ctx: Ctx, { search = "", kind, source, createdBefore }: ContentFilter) {
  const passes = and(
    kind === "image" ? like(contents.contentType, "image/%") : undefined,
    kind === "other" ? notLike(contents.contentType, "image/%") : undefined,
    source === "own" ? isNull(contents.scanId) : undefined,
    source === "scan" ? isNotNull(contents.scanId) : undefined,
    createdBefore === undefined ? undefined : lt(contents.createdAt, new Date(createdBefore)),
  );
  const isFound =
    search === "" ? undefined : or(containsWalked(beginningOf(contents.name), search), hasId(search));
  return {
    own: eq(contents.producerId, callingProducer(ctx).producerId),
    passes,
    left: and(passes, isFound),
  };
}

/** The number of the caller's contents that match a filter. */
export function totalOfContents(ctx: Ctx, filter: ContentFilter): Promise<Total> {
  const { own, left } = conditionsOf(ctx, filter);
  return totalOf(ctx, {
    from: sql`${contents}`,
    ways: [{ where: own, indexOrder: indexOrder({ time: contents.createdAt, id: contents.id }) }],
    passes: left,
    where: and(own, left),
  });
}

/** Lists the caller's contents that match a filter, newest first unless sorted otherwise. */
export async function listContentsWith(
  ctx: Ctx,
  filter: ContentFilter,
  page: SortedPage<ContentSort>,
): Promise<Listed<Content>> {
  const { producerId } = callingProducer(ctx);
  const { search = "" } = filter;
  const { own, passes, left } = conditionsOf(ctx, filter);
  const by = page.sort?.by ?? "created";
  const parts = partsOf(orderOf(page.sort, SORTS, "created")).map(
    ({ order, within }) =>
      (ctx: Ctx): Walk<Row> => {
        const walked = and(own, within);
        return {
          time: contents.createdAt,
          order,
          id: contents.id,
          keyOf: ({ sortedBy, id }) => ({ at: sortedBy, id }),
          read: (range, order, limit) => read(ctx, by, and(walked, left, range), order, limit),
          ...(left && { walked: { table: contents, where: walked } }),
          ...(hasTrigram(search) && {
            shortcut: async (range, order, limit) => {
              const byId = hasId(search);
              const byName = and(
                isNotNull(contents.name),
                sql`${searchedProducer(contents.producerId)} = ${producerId}`,
                contains(beginningOf(contents.name), search),
              );
              const ids = await rareIds(
                ctx,
                {
                  table: contents,
                  columns: [contents.contentType, contents.scanId, contents.name, contents.size],
                  time: contents.createdAt,
                  id: contents.id,
                },
                {
                  found: [byName, byId && and(own, byId)],
                  passes: and(passes, within, range),
                  order,
                },
                limit,
              );
              return ids === undefined
                ? undefined
                : { rows: await read(ctx, by, sql`${contents.id} = any(${ids}::uuid[])`, order, limit) };
            },
          }),
        };
      },
  );
  const { entries, nextCursor } = await readParts(ctx, page, parts);
  return { entries: entries.map(({ sortedBy: _, ...content }) => content), nextCursor };
}

/** Lists the caller's contents that match a filter, with the uses of each. */
export async function listUsedContents(
  ctx: Ctx,
  filter: ContentFilter,
  page: SortedPage<ContentSort>,
): Promise<Listed<UsedContent>> {
  const { entries, nextCursor } = await listContentsWith(ctx, filter, page);
  const uses = await usesOf(ctx, entries);
  return { entries: entries.map((content) => ({ ...content, uses: uses(content.id) })), nextCursor };
}
