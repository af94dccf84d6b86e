import { and, eq, isNotNull, isNull, like, lt, notLike, or, type SQL, sql } from "drizzle-orm";
import { type Content, contents } from "@/db/schema/contents";
import { beginningOf, searchedProducer } from "@/db/searched";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { type Key, type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { contains, containsWalked, hasTrigram, idsBeginningWith, rareIds } from "@/server/data/text-search";
import type { ContentFilter } from "./schema";
import { type Uses, usesOf } from "./uses";

/** Matches the beginning of the id. */
function hasId(fragment: string) {
  const ids = idsBeginningWith(fragment);
  return ids && sql`${contents.id} between ${ids.lowest} and ${ids.highest}`;
}

/** A content with the items and groups that use it. */
export type UsedContent = Content & { uses: Uses };

const read = (ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number) =>
  ctx.db
    .select()
    .from(contents)
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** Lists the caller's contents that match a filter, newest first. */
export function listContentsWith(
  ctx: Ctx,
  { search = "", kind, source, createdBefore }: ContentFilter,
  page: KeysetPage,
): Promise<Listed<Content>> {
  const { producerId } = callingProducer(ctx);
  const own = eq(contents.producerId, producerId);
  const passes = and(
    kind === "image" ? like(contents.contentType, "image/%") : undefined,
    kind === "other" ? notLike(contents.contentType, "image/%") : undefined,
    source === "own" ? isNull(contents.scanId) : undefined,
    source === "scan" ? isNotNull(contents.scanId) : undefined,
    createdBefore === undefined ? undefined : lt(contents.createdAt, new Date(createdBefore)),
  );
  const left = and(
    passes,
    search === "" ? undefined : or(containsWalked(beginningOf(contents.name), search), hasId(search)),
  );
  const keyOf = ({ createdAt, id }: Pick<Content, "createdAt" | "id">): Key => ({ at: createdAt, id });
  return readKeyset<Content>(ctx, page, (ctx) => ({
    time: contents.createdAt,
    id: contents.id,
    keyOf,
    read: (range, order, limit) => read(ctx, and(own, left, range), order, limit),
    ...(left && { walked: { table: contents, where: own } }),
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
            columns: [contents.contentType, contents.scanId],
            time: contents.createdAt,
            id: contents.id,
          },
          { found: [byName, byId && and(own, byId)], passes: and(passes, range) },
          limit,
        );
        return ids === undefined
          ? undefined
          : { rows: await read(ctx, sql`${contents.id} = any(${ids}::uuid[])`, order, limit) };
      },
    }),
  }));
}

/** Lists the caller's contents that match a filter, newest first, with the uses of each. */
export async function listUsedContents(
  ctx: Ctx,
  filter: ContentFilter,
  page: KeysetPage,
): Promise<Listed<UsedContent>> {
  const { entries, nextCursor } = await listContentsWith(ctx, filter, page);
  const uses = await usesOf(ctx, entries);
  return { entries: entries.map((content) => ({ ...content, uses: uses(content.id) })), nextCursor };
}
