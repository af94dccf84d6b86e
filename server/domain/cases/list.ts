import { and, arrayContains, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { caseEntries } from "@/db/schema/case-entries";
import { type Case, cases } from "@/db/schema/cases";
import { people } from "@/db/schema/people";
import { type Chosen, choiceIn } from "@/server/core/choice";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { columnPasses } from "@/server/data/choice-condition";
import { type Listed, readKeyset, type SortedPage } from "@/server/data/keyset";
import { orderOf, sortOf } from "@/server/data/order";
import { contains } from "@/server/data/text-search";
import { type Total, totalOf } from "@/server/data/total";
import { countLinks } from "./read";
import { type CaseFilter, type LinkName, OPEN_STATES, type State } from "./schema";

/** A case as lists show it. */
export interface ListedCase
  extends Pick<Case, "id" | "number" | "title" | "state" | "dueOn" | "tags" | "createdAt" | "updatedAt"> {
  owner: string | null;
  /** How many links of each kind it has. */
  links: Record<LinkName, number>;
}

/** How a list of cases may be sorted. */
export const CaseSort = sortOf("updated", "number");

const { id, number, title, state, ownerId, dueOn, tags, createdAt, updatedAt, producerId, summary } = cases;

/** `open` as the states that it stands for. */
function statesOf(chosen: Chosen<State | "open"> | undefined): Chosen<State> | undefined {
  if (chosen === undefined) return undefined;
  const choice = choiceIn(chosen);
  const expanded = (values: (State | "open")[]): State[] =>
    values.flatMap((value) => (value === "open" ? OPEN_STATES : [value]));
  return "is" in choice ? { is: expanded(choice.is) } : { isNot: expanded(choice.isNot) };
}

const NUMBER = /^#?(\d{1,9})$/;

/** Finds by the number, or by a part of title, summary or a tag. */
function found(search: string): SQL | undefined {
  const [, asNumber] = NUMBER.exec(search) ?? [];
  return or(
    asNumber === undefined ? undefined : eq(number, Number(asNumber)),
    contains(title, search),
    contains(summary, search),
    contains(sql`array_to_string(${tags}, ',')`, search),
  );
}

const passes = (
  ctx: Ctx,
  { state: chosen, owner, tag, dueBefore, mentionsMe, search }: CaseFilter,
): SQL | undefined =>
  and(
    columnPasses(state, statesOf(chosen)),
    owner === undefined ? undefined : owner === "none" ? isNull(ownerId) : eq(ownerId, owner),
    tag === undefined ? undefined : arrayContains(tags, [tag]),
    dueBefore === undefined ? undefined : and(lt(dueOn, dueBefore), inArray(state, OPEN_STATES)),
    mentionsMe &&
      sql`exists (select from ${caseEntries} where ${caseEntries.caseId} = ${id}
        and ${caseEntries.mentions} @> array[${callingProducer(ctx).actor.id}]::uuid[])`,
    search ? found(search) : undefined,
  );

/** Lists the cases of the caller, most recently changed first unless sorted otherwise. */
export async function listCases(
  ctx: Ctx,
  filter: CaseFilter,
  page: SortedPage<"updated" | "number">,
): Promise<Listed<ListedCase>> {
  const own = eq(producerId, callingProducer(ctx).producerId);
  const order = orderOf(
    page.sort,
    { updated: { column: updatedAt, values: "time" }, number: { column: number, values: "number" } },
    "updated",
  );
  const { entries, nextCursor } = await readKeyset(ctx, page, (ctx) => ({
    time: updatedAt,
    order,
    id,
    keyOf: (row: Omit<ListedCase, "links">) => ({
      at: order?.values === "number" ? row.number : row.updatedAt,
      id: row.id,
    }),
    read: (range, by, limit) =>
      ctx.db
        .select({ id, number, title, state, dueOn, tags, createdAt, updatedAt, owner: people.name })
        .from(cases)
        .leftJoin(people, eq(people.id, ownerId))
        .where(and(own, passes(ctx, filter), range))
        .orderBy(...by)
        .limit(limit),
    walked: { table: cases, where: own },
  }));
  const counts = await countLinks(
    ctx,
    entries.map((one) => one.id),
  );
  return { entries: entries.map((one) => ({ ...one, links: counts(one.id) })), nextCursor };
}

/** The number of the caller's cases that match a filter. */
export const totalOfCases = (ctx: Ctx, filter: CaseFilter): Promise<Total> => {
  const own = eq(producerId, callingProducer(ctx).producerId);
  const where = and(own, passes(ctx, filter));
  return totalOf(ctx, {
    from: sql`${cases}`,
    ways: [{ where: own, indexOrder: [desc(updatedAt), desc(id)] }],
    passes: passes(ctx, filter),
    where,
  });
};

/** The tags of the caller's newest 1,000 cases, most frequent first. */
export async function tagsOfCases(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db.execute<{ tag: string }>(sql`
    select tag from (select ${tags} as tags from ${cases} where ${eq(producerId, callingProducer(ctx).producerId)}
      order by ${updatedAt} desc limit 1000) as newest, unnest(newest.tags) as tag
    group by tag order by count(*) desc, tag limit 100`);
  return rows.map(({ tag }) => tag);
}
