import { and, eq, isNotNull, isNull, like, notLike, or, sql } from "drizzle-orm";
import { z } from "zod";
import { type Content, contents } from "@/db/schema/contents";
import { type Ctx, callingProducer } from "@/server/ctx";
import { contains, Fragment, idsBeginningWith } from "@/server/domain/shared/fragment";
import { type Key, type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import { type Uses, usesOf } from "./uses";

/** What lists of contents can be narrowed to. */
export const ContentFilter = z.object({
  /** In the name, or at the beginning of the id. */
  search: Fragment.optional(),
  kind: z.enum(["image", "other"]).optional(),
  /** The producer's own files, or the images of its scans. */
  source: z.enum(["own", "scan"]).optional(),
});

export type ContentFilter = z.output<typeof ContentFilter>;

/** By a fragment of the name, or the beginning of the id. */
export function contentContains(fragment: string) {
  const ids = idsBeginningWith(fragment);
  return or(
    contains(sql`left(${contents.name}, 200)`, fragment),
    ids && sql`${contents.id} between ${ids.lowest} and ${ids.highest}`,
  );
}

/** A content, and what of its producer names it. */
export type UsedContent = Content & { uses: Uses };

/** The caller's contents that a filter lets pass, newest first, with where each is used. */
export async function listUsedContents(
  ctx: Ctx,
  { search, kind, source }: ContentFilter,
  page: KeysetPage,
): Promise<Listed<UsedContent>> {
  const own = eq(contents.producerId, callingProducer(ctx).producerId);
  const isNamed = search ? contentContains(search) : undefined;
  const left = and(
    kind === "image" ? like(contents.contentType, "image/%") : undefined,
    kind === "other" ? notLike(contents.contentType, "image/%") : undefined,
    source === "own" ? isNull(contents.scanId) : undefined,
    source === "scan" ? isNotNull(contents.scanId) : undefined,
  );
  const keyOf = ({ createdAt, id }: Pick<Content, "createdAt" | "id">): Key => ({ at: createdAt, id });
  const { entries, nextCursor } = await readKeyset<Content>(page, {
    time: contents.createdAt,
    id: contents.id,
    keyOf,
    read: (range, order, most) =>
      ctx.db
        .select()
        .from(contents)
        .where(and(own, isNamed, left, range))
        .orderBy(...order)
        .limit(most),
    ...(left && {
      keyAfter: async (range, order, skip) => {
        const [row] = await ctx.db
          .select({ createdAt: contents.createdAt, id: contents.id })
          .from(contents)
          .where(and(own, isNamed, range))
          .orderBy(...order)
          .offset(skip)
          .limit(1);
        return row && keyOf(row);
      },
    }),
  });
  const uses = await usesOf(ctx, entries);
  return { entries: entries.map((content) => ({ ...content, uses: uses(content.id) })), nextCursor };
}
