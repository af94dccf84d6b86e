import { isPlainText } from "@assay/spreadsheets";
import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { groups, titleStart } from "@/db/schema/groups";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { isId } from "@/server/platform/ids";

/** Longer titles do not name a group. */
export const MAX_TITLE_CHARACTERS = 200;

/** Whether a title may name its group: a text that is not read as an id. */
const canName = (title: string) => isPlainText(title) && !isId(title) && title.length <= MAX_TITLE_CHARACTERS;

/**
 * The names of groups of the caller in files, by id: the title if no other group of the producer has it, otherwise the id.
 */
export async function groupNames(ctx: Ctx, ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await ctx.db.execute<{ id: string; title: string | null; isShared: boolean }>(sql`
    select own.id, left(own.title, ${MAX_TITLE_CHARACTERS + 1}) as title, exists (
      select from ${groups} other
      where other.producer_id = own.producer_id and other.title is not null
        and ${titleStart(sql`other.title`)} = ${titleStart(sql`own.title`)}
        and other.title = own.title and other.id <> own.id
    ) as "isShared"
    from ${groups} own
    where own.producer_id = ${callingProducer(ctx).producerId} and own.id = any(${makePgArray(wanted)}::uuid[])`);
  return new Map(
    rows.map(({ id, title, isShared }) => [id, title !== null && !isShared && canName(title) ? title : id]),
  );
}

/** The id of the group that a name means, or why it means none. */
export type NamedGroup = { id: string } | "unknown" | "ambiguous";

/**
 * Finds the caller's groups by their names in files: by id, otherwise by the whole title. In a transaction they are locked:
 * only to stay, or (`lock: "update"`) to be changed. Like other verbs, lock groups before items.
 */
export async function findNamedGroups(
  ctx: Ctx,
  names: Iterable<string>,
  lock: "key share" | "update" = "key share",
): Promise<ReadonlyMap<string, NamedGroup>> {
  const wanted = [...new Set(names)];
  const ids = wanted.filter(isId);
  const titles = wanted.filter((name) => !isId(name) && name.length <= MAX_TITLE_CHARACTERS);
  if (wanted.length === 0) return new Map();
  const query = ctx.db
    .select({ id: groups.id, title: sql<string | null>`left(${groups.title}, ${MAX_TITLE_CHARACTERS + 1})` })
    .from(groups)
    .where(
      and(
        eq(groups.producerId, callingProducer(ctx).producerId),
        or(inArray(groups.id, ids), and(isNotNull(groups.title), inArray(titleStart(groups.title), titles))),
      ),
    )
    .orderBy(groups.id);
  const rows = await (isInTransaction(ctx) ? query.for(lock) : query);
  return new Map(
    wanted.map((name): [string, NamedGroup] => {
      const found = rows.filter(({ id, title }) => (isId(name) ? id === name.toLowerCase() : title === name));
      const [only] = found;
      if (!only) return [name, "unknown"];
      return [name, found.length > 1 ? "ambiguous" : { id: only.id }];
    }),
  );
}
