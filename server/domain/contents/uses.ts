import { type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Content } from "@/db/schema/contents";
import { groups } from "@/db/schema/groups";
import { items } from "@/db/schema/items";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { shownTitle } from "@/server/domain/shared/shown-title";
import { namesOfContent } from "./named";

const MAX_SHOWN = 5;

/** The items and groups that have a content as their image, at most five of each. */
export interface Uses {
  items: { identifier: string; title: string | null }[];
  groups: { id: string; title: string | null }[];
  /** Whether there are more. */
  more: boolean;
}

interface Row extends Record<string, unknown> {
  contentId: string;
  id: string;
  title: string | null;
}

/** Finds some rows of a table that name each content, by one lookup in the index by image for each name. */
function namingRows(
  ctx: Ctx,
  contentIds: string[],
  row: { id: SQL; title: SQL; table: SQL; where: SQL },
): Promise<Row[]> {
  const named = contentIds.flatMap((id) => namesOfContent(id).map((name) => ({ id, name })));
  const { producerId } = callingProducer(ctx);
  return ctx.db.execute<Row>(sql`
    select content.id as "contentId", used.id, used.title
    from unnest(${makePgArray(named.map(({ id }) => id))}::text[], ${makePgArray(named.map(({ name }) => name))}::text[])
      as content(id, name)
    cross join lateral (
      select ${row.id} as id, ${row.title} as title from ${row.table}
      where producer_id = ${producerId} and ${row.where} and left(image, 300) = content.name and image = content.name
      limit ${MAX_SHOWN + 1}
    ) used`);
}

/** Finds the caller's items and groups that use contents. */
export async function usesOf(ctx: Ctx, contents: Pick<Content, "id">[]): Promise<(id: string) => Uses> {
  const ids = contents.map(({ id }) => id);
  const [ofItems, ofGroups] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          namingRows(ctx, ids, {
            id: sql`identifier`,
            title: shownTitle,
            table: sql`${items}`,
            where: sql`deleted_at is null and image is not null`,
          }),
          namingRows(ctx, ids, {
            id: sql`id::text`,
            title: sql`title`,
            table: sql`${groups}`,
            where: sql`image is not null`,
          }),
        ]);
  const of = (rows: Row[], id: string) => rows.filter(({ contentId }) => contentId === id);
  return (id) => {
    const [inItems, inGroups] = [of(ofItems, id), of(ofGroups, id)];
    return {
      items: inItems.slice(0, MAX_SHOWN).map(({ id, title }) => ({ identifier: id, title })),
      groups: inGroups.slice(0, MAX_SHOWN).map(({ id, title }) => ({ id, title })),
      more: inItems.length > MAX_SHOWN || inGroups.length > MAX_SHOWN,
    };
  };
}
