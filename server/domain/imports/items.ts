import { setImmediate as nextTurn } from "node:timers/promises";
import type { Import, ImportRow, RowFault } from "@/db/schema/imports";
import type { Item } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { AppError } from "@/server/core/errors";
import { addItems } from "@/server/domain/groups/add-item";
import { removeItems } from "@/server/domain/groups/remove-item";
import { itemsById, registerItems } from "@/server/domain/items/create";
import { describeItems } from "@/server/domain/items/update";
import type { Column } from "@/server/domain/tables/columns";
import { columnsOf } from "./mapping";
import { keyed, type ReadRow, refusedBy } from "./plan";
import { type Plan, planOf, readSubjects, resultOf } from "./plan-items";
import { type FirstRows, firstRowsOf, type RowResult } from "./rows";

/** Rows that are planned while the database writes the rows before them. */
const PART_ROWS = 500;

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
