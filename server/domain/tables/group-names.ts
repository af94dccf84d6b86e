import { isPlainText } from "@assay/spreadsheets";
import { and, eq, inArray, sql } from "drizzle-orm";
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

/** The ids of the caller's groups with each title: at most two, which are enough to know that a title is not unique. */
async function idsByTitle(ctx: Ctx, titles: string[]): Promise<ReadonlyMap<string, string[]>> {
  if (titles.length === 0) return new Map();
  // Title by title, because a million groups may have the same one.
  const rows = await ctx.db.execute<{ title: string; ids: string[] }>(sql`
    select wanted.title, array_to_json(array(
      select ${groups.id} from ${groups}
      where ${groups.producerId} = ${callingProducer(ctx).producerId} and ${groups.title} is not null
        and ${titleStart(groups.title)} = wanted.title and ${groups.title} = wanted.title
      limit 2
    )) as ids
    from unnest(${makePgArray(titles)}::text[]) as wanted(title)`);
  return new Map(rows.map(({ title, ids }) => [title, ids]));
}

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
  if (wanted.length === 0) return new Map();
  const titles = wanted.filter((name) => !isId(name) && name.length <= MAX_TITLE_CHARACTERS);
  const titled = await idsByTitle(ctx, titles);
  const idsOf = (name: string) => (isId(name) ? [name.toLowerCase()] : (titled.get(name) ?? []));
  const ids = wanted.map(idsOf).flatMap(([id, other]) => (id !== undefined && other === undefined ? id : []));
  const query = ctx.db
    .select({ id: groups.id, title: sql<string | null>`left(${groups.title}, ${MAX_TITLE_CHARACTERS + 1})` })
    .from(groups)
    .where(and(eq(groups.producerId, callingProducer(ctx).producerId), inArray(groups.id, ids)))
    .orderBy(groups.id);
  const rows = await (isInTransaction(ctx) ? query.for(lock) : query);
  const found = new Map(rows.map(({ id, title }) => [id, title]));
  return new Map(
    wanted.map((name): [string, NamedGroup] => {
      const [id, other] = idsOf(name);
      if (id === undefined) return [name, "unknown"];
      if (other !== undefined) return [name, "ambiguous"];
      // Before it was locked, others may have deleted the group or changed its title.
      const isNamed = isId(name) ? found.has(id) : found.get(id) === name;
      return [name, isNamed ? { id } : "unknown"];
    }),
  );
}
