import { setImmediate as nextTurn } from "node:timers/promises";
import { and, isNull, ne, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { identifiers } from "@/db/schema/identifiers";
import type { Import, ImportRow, RowFault } from "@/db/schema/imports";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { AppError, conflict } from "@/server/core/errors";
import { addItems } from "@/server/domain/groups/add-item";
import { removeItems } from "@/server/domain/groups/remove-item";
import { itemsById, registerItems } from "@/server/domain/items/create";
import { itemInvalidated, itemNotThere } from "@/server/domain/items/read";
import { NewItem } from "@/server/domain/items/schema";
import { type DescriptionOfItem, describeItems } from "@/server/domain/items/update";
import { described, isSameDescription } from "@/server/domain/shared/describable";
import { groupNameOf } from "@/server/domain/tables/change";
import type { Column } from "@/server/domain/tables/columns";
import type { NamedFile } from "@/server/domain/tables/file-names";
import { findNamedGroups, type NamedGroup } from "@/server/domain/tables/group-names";
import { columnsOf } from "./mapping";
import { filesOf, groupOf, keyed, type ReadRow, readRow, refusedBy } from "./plan";
import { type FirstRows, firstRowsOf, type RowResult } from "./rows";
import { validated } from "./validate";

/** Rows that are planned while the database writes the rows before them. */
const PART_ROWS = 500;

/** What a row will do: create an item, change one, or nothing. */
type Plan = { read: ReadRow } & (
  | { outcome: "new"; input: NewItem; groupId: string | null | undefined }
  | {
      outcome: "changed";
      item: Item;
      redescribed: DescriptionOfItem | null;
      groupId: string | null | undefined;
    }
  | { outcome: "unchanged" }
  | { outcome: "refused"; faults: RowFault[] }
);

/** What is known of the groups, items and files that rows refer to. */
interface Subjects {
  columns: readonly (Column | null)[];
  byKey: ReadonlyMap<string, Item>;
  first: FirstRows;
  files: ReadonlyMap<string, NamedFile>;
  named: ReadonlyMap<string, NamedGroup>;
  /** Identifiers of other producers. */
  foreign: ReadonlySet<string>;
}

const firstRows = (ctx: Ctx, of: Import, reads: readonly ReadRow[]): Promise<FirstRows> =>
  firstRowsOf(
    ctx,
    of,
    reads.flatMap(({ row: { number }, key }) => (key === null ? [] : [{ number, key }])),
  );

/** Adds the identifiers in rows to those of the rows before them, each with the number of the row that has it first. */
export async function addFirstRows(
  ctx: Ctx,
  of: Import,
  rows: readonly ImportRow[],
  known: Map<string, number>,
): Promise<void> {
  const first = await firstRows(ctx, of, keyed(rows, columnsOf(of)));
  for (const [key, number] of first) if (!known.has(key)) known.set(key, number);
}

/** Groups and items that rows refer to, as they are now; locked in a run. */
async function readSubjects(
  ctx: Ctx,
  rows: readonly ReadRow[],
  columns: readonly (Column | null)[],
  first: FirstRows,
): Promise<Subjects> {
  const { producerId } = callingProducer(ctx);
  const named = await findNamedGroups(
    ctx,
    rows.flatMap(({ cells }) => groupNameOf(cells, columns) ?? []),
  );
  const files = await filesOf(ctx, rows, columns);
  const keys = [...new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])))];
  // Key by key, because statistics of items that still arrive would choose a plan that reads all items of the producer.
  const ids = sql`array(
    select own.id from unnest(${makePgArray(keys)}::text[]) as wanted(key) cross join lateral (
      select ${items.id}, ${items.producerId} from ${items}
      where ${items.identifier} = wanted.key and ${items.deletedAt} is null offset 0) as own
    where own.producer_id = ${producerId})`;
  const query = ctx.db
    .select()
    .from(items)
    .where(and(sql`${items.id} = any(${ids})`, isNull(items.deletedAt)))
    .orderBy(items.id);
  const found = keys.length === 0 ? [] : await (isInTransaction(ctx) ? query.for("no key update") : query);
  const byKey = new Map(found.map((item) => [item.identifier, item]));
  const absent = keys.filter((key) => !byKey.has(key));
  const foreign = await ctx.db
    .select({ identifier: identifiers.identifier })
    .from(identifiers)
    .where(
      and(
        sql`${identifiers.identifier} = any(${makePgArray(absent)}::text[])`,
        ne(identifiers.producerId, producerId),
      ),
    );
  return {
    columns,
    byKey,
    first,
    files,
    named,
    foreign: new Set(foreign.map(({ identifier }) => identifier)),
  };
}

/** Plans what a row does. */
function planOf(of: Import, subjects: Subjects, read: ReadRow): Plan {
  const { columns, byKey, first, files, named, foreign } = subjects;
  const refused = ({ faults }: { faults: RowFault[] }): Plan => ({ read, outcome: "refused", faults });
  const item = byKey.get(read.key ?? "");
  const row = readRow("items", read, columns, {
    before: item,
    first: read.key === null ? undefined : first.get(read.key),
    files,
  });
  if ("faults" in row) return refused(row);
  const { key, group: _, ...fields } = row.change;
  const valid = validated(NewItem, { ...fields, ...(key === undefined ? {} : { identifier: key }) }, columns);
  if ("faults" in valid) return refused(valid);
  const { identifier } = valid.input;
  const target = groupOf(row.change, named, columns);
  if ("faults" in target) return refused(target);
  if (!item) {
    if (foreign.has(identifier))
      return refused(
        refusedBy(conflict("identifier-taken", `The identifier ${identifier} is taken.`), columns),
      );
    if (of.mode === "update") return refused(refusedBy(itemNotThere(identifier), columns));
    return { read, outcome: "new", input: valid.input, groupId: target.groupId };
  }
  const description = described(item, valid.input);
  const isSame = isSameDescription(item, description);
  if (isSame && (target.groupId === undefined || target.groupId === item.groupId))
    return { read, outcome: "unchanged" };
  if (of.mode === "create")
    return refused(
      refusedBy(conflict("identifier-taken", `There already is an item ${identifier}.`), columns),
    );
  if (item.invalidatedAt !== null) return refused(refusedBy(itemInvalidated(identifier), columns));
  const redescribed = isSame ? null : { item, change: description };
  return { read, outcome: "changed", item, redescribed, groupId: target.groupId };
}

const resultOf = (plan: Plan): RowResult => ({
  number: plan.read.row.number,
  key: plan.read.key,
  outcome: plan.outcome,
  ...(plan.outcome === "refused" ? { faults: plan.faults } : {}),
});

/** What rows of items would do. */
export async function checkItems(ctx: Ctx, of: Import, rows: readonly ImportRow[]): Promise<RowResult[]> {
  const columns = columnsOf(of);
  const reads = keyed(rows, columns);
  const subjects = await readSubjects(ctx, reads, columns, await firstRows(ctx, of, reads));
  return reads.map((read) => resultOf(planOf(of, subjects, read)));
}

/** Moves changed items into the groups that their rows name. */
async function moveChanged(
  ctx: Ctx,
  wanted: readonly { item: Item; groupId: string | null | undefined }[],
): Promise<void> {
  const moving = wanted.filter(({ item, groupId }) => groupId !== undefined && groupId !== item.groupId);
  const left = await removeItems(
    ctx,
    moving.flatMap(({ item }) => (item.groupId === null ? [] : [item])),
  );
  const now = new Map(left.map((item) => [item.id, item]));
  await addItems(
    ctx,
    moving.flatMap(({ item, groupId }) => (groupId ? [{ item: now.get(item.id) ?? item, groupId }] : [])),
  );
}

/**
 * Imports rows of items in the transaction of `ctx`, all or none of them; returns what they did. Rows are planned in parts,
 * each while the database writes the parts before it. `first` may know more rows than these.
 */
export async function importItems(
  ctx: Ctx,
  of: Import,
  rows: readonly ImportRow[],
  first?: FirstRows,
): Promise<RowResult[]> {
  const columns = columnsOf(of);
  const reads = keyed(rows, columns);
  const subjects = await readSubjects(ctx, reads, columns, first ?? (await firstRows(ctx, of, reads)));
  const results: RowResult[] = [];
  let writing = Promise.resolve();
  try {
    for (let at = 0; at < reads.length; at += PART_ROWS) {
      const plans = reads.slice(at, at + PART_ROWS).map((read) => planOf(of, subjects, read));
      writing = writing.then(
        async () => void results.push(...(await writePlans(ctx, plans, columns, reads.length === 1))),
      );
      // Its failure is thrown below, when the parts after it are planned.
      writing.catch(() => {});
      await nextTurn();
    }
  } finally {
    // Nothing is written any more when the transaction ends, also where planning fails.
    await writing;
  }
  return results;
}

/** Identifiers of rows were taken after the rows were planned. Planned again, the rows find the items that have them. */
class PlansOutdated extends Error {
  /** As of a failed serialization. */
  readonly code = "40001";
}

/** Writes what rows do; returns what they did. @throws PlansOutdated, so that the batch is repeated in halves */
async function writePlans(
  ctx: Ctx,
  plans: readonly Plan[],
  columns: readonly (Column | null)[],
  isAlone: boolean,
): Promise<RowResult[]> {
  const fresh = plans.filter((plan) => plan.outcome === "new");
  const registered = await registerItems(
    ctx,
    fresh.map(({ input }) => input),
  );
  if (!isAlone && registered.some((one) => one instanceof AppError && one.code === "identifier-taken"))
    throw new PlansOutdated();
  const changed = plans.filter((plan) => plan.outcome === "changed");
  const redescribed = await describeItems(
    ctx,
    changed.flatMap((plan) => plan.redescribed ?? []),
  );
  const now = new Map(redescribed.map((item) => [item.id, item]));
  const wanted = changed.map(({ item, groupId }) => ({ item: now.get(item.id) ?? item, groupId }));
  const refused = new Map<number, RowFault[]>();
  const entering = new Map<number, string>();
  for (const [at, { read, groupId }] of fresh.entries()) {
    const id = registered[at];
    if (id instanceof AppError) refused.set(read.row.number, refusedBy(id, columns).faults);
    else if (id !== undefined && groupId) entering.set(id, groupId);
  }
  for (const item of (await itemsById(ctx, [...entering.keys()])).values())
    wanted.push({ item, groupId: entering.get(item.id) });
  await moveChanged(ctx, wanted);
  return plans.map((plan) => {
    const faults = refused.get(plan.read.row.number);
    return faults ? { ...resultOf(plan), outcome: "refused", faults } : resultOf(plan);
  });
}
