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
import { indexOrder, type Listed, type SortedPage } from "@/server/data/keyset";
import { type KeyValue, type Order, orderOf, selectedValue } from "@/server/data/order";
import { listSearched } from "@/server/data/searched-list";
import { contains, containsWalked, hasTrigram, idsBeginningWith } from "@/server/data/text-search";
import { type Total, totalOf } from "@/server/data/total";
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
    isFound,
  };
}

/** The number of the caller's contents that match a filter. */
export function totalOfContents(ctx: Ctx, filter: ContentFilter): Promise<Total> {
  const { own, passes, isFound } = conditionsOf(ctx, filter);
  const left = and(passes, isFound);
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
  const { search = "" } = filter;
  const { own, passes, isFound } = conditionsOf(ctx, filter);
  const by = page.sort?.by ?? "created";
  const byId = hasId(search);
  const byName = and(
    isNotNull(contents.name),
    sql`${searchedProducer(contents.producerId)} = ${callingProducer(ctx).producerId}`,
    contains(beginningOf(contents.name), search),
  );
  const { entries, nextCursor } = await listSearched<Row>(ctx, page, orderOf(page.sort, SORTS, "created"), {
    table: contents,
    id: contents.id,
    time: contents.createdAt,
    columns: [contents.contentType, contents.scanId, contents.name, contents.size],
    own,
    passes,
    isFound,
    found: hasTrigram(search) ? [byName, byId && and(own, byId)] : [],
    read: (ctx, where, order, limit) => read(ctx, by, where, order, limit),
  });
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
