import { and, eq, inArray, sql } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import type { Import, ImportRow, RowFault } from "@/db/schema/imports";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { createGroup } from "@/server/domain/groups/create";
import { groupNotThere } from "@/server/domain/groups/read";
import { GroupInput } from "@/server/domain/groups/schema";
import { updateGroup } from "@/server/domain/groups/update";
import { type DescribableInput, described, isSameDescription } from "@/server/domain/shared/describable";
import { fromCell } from "@/server/domain/tables/cells";
import type { Column } from "@/server/domain/tables/columns";
import { findNamedGroups, MAX_TITLE_CHARACTERS } from "@/server/domain/tables/group-names";
import { isId } from "@/server/platform/ids";
import { columnsOf } from "./mapping";
import { filesOf, keyed, type ReadRow, readRow, refusedBy } from "./plan";
import { firstRowsOf, type RowResult } from "./rows";
import { validated } from "./validate";

/** What a row will do: create a group, change one, or nothing. */
type Plan = { read: ReadRow } & (
  | { outcome: "new"; input: DescribableInput }
  | { outcome: "changed"; id: string; input: DescribableInput }
  | { outcome: "unchanged" }
  | { outcome: "refused"; faults: RowFault[] }
);

/** What names the group of a row: its id, or its title, so that a file that is imported again creates no group twice. */
interface NamedRow extends ReadRow {
  /** The header of a title without an id that is too long to find its group again. */
  longTitle?: string;
}

function named(rows: readonly ImportRow[], columns: readonly (Column | null)[]): NamedRow[] {
  const at = columns.findIndex((column) => column?.of === "title");
  return keyed(rows, columns).map((read): NamedRow => {
    const cell = read.cells[at];
    if (read.key !== null || !cell) return read;
    const reading = fromCell(cell, "text");
    const title = "value" in reading && typeof reading.value === "string" ? reading.value : "";
    if (title.length > MAX_TITLE_CHARACTERS) return { ...read, longTitle: columns[at]?.header ?? "" };
    return { ...read, key: title === "" ? null : title };
  });
}

async function findGroups(ctx: Ctx, keys: readonly string[]): Promise<Map<string, Group | "ambiguous">> {
  const names = await findNamedGroups(ctx, keys, "update");
  const ids = [...names.values()].flatMap((name) => (typeof name === "object" ? [name.id] : []));
  const own = and(inArray(groups.id, ids), eq(groups.producerId, callingProducer(ctx).producerId));
  const byId = new Map((await ctx.db.select().from(groups).where(own)).map((group) => [group.id, group]));
  const found = new Map<string, Group | "ambiguous">();
  for (const [key, name] of names) {
    const group = typeof name === "object" ? byId.get(name.id) : undefined;
    if (group) found.set(key, group);
    else if (name === "ambiguous") found.set(key, name);
  }
  return found;
}

/** Plans what rows do. */
async function planGroups(ctx: Ctx, of: Import, rows: readonly ImportRow[]): Promise<Plan[]> {
  const columns = columnsOf(of);
  const reads = named(rows, columns);
  const keys = reads.flatMap(({ row: { number }, key }) => (key === null ? [] : [{ number, key }]));
  const found = await findGroups(
    ctx,
    keys.map(({ key }) => key),
  );
  const first = await firstRowsOf(ctx, of, keys);
  const files = await filesOf(ctx, reads, columns);
  return reads.map((read): Plan => {
    const { key } = read;
    const refused = ({ faults }: { faults: RowFault[] }): Plan => ({ read, outcome: "refused", faults });
    if (read.longTitle !== undefined)
      return refused({ faults: [{ column: read.longTitle, reason: "longTitle" }] });
    const group = key === null ? undefined : found.get(key);
    if (group === "ambiguous")
      return refused({ faults: [{ value: (key ?? "").slice(0, 100), reason: "ambiguousGroup" }] });
    const row = readRow("groups", read, columns, {
      before: group,
      first: key === null ? undefined : first.get(key),
      files,
    });
    if ("faults" in row) return refused(row);
    const { key: id, group: _, ...fields } = row.change;
    const valid = validated(GroupInput, fields, columns);
    if ("faults" in valid) return refused(valid);
    const { input } = valid;
    if (!group) {
      if (id !== undefined || of.mode === "update")
        return refused(refusedBy(groupNotThere(id ?? key ?? ""), columns));
      return { read, outcome: "new", input };
    }
    if (isSameDescription(group, described(group, input))) return { read, outcome: "unchanged" };
    if (of.mode === "create")
      return refused(refusedBy(conflict("group-exists", `There already is a group ${key}.`), columns));
    return { read, outcome: "changed", id: group.id, input };
  });
}

const resultOf = (plan: Plan): RowResult => ({
  number: plan.read.row.number,
  key: plan.read.key !== null && isId(plan.read.key) ? plan.read.key.toLowerCase() : plan.read.key,
  outcome: plan.outcome,
  ...(plan.outcome === "refused" ? { faults: plan.faults } : {}),
});

/** What rows of groups would do. */
export const checkGroups = async (ctx: Ctx, of: Import, rows: readonly ImportRow[]): Promise<RowResult[]> =>
  (await planGroups(ctx, of, rows)).map(resultOf);

/**
 * Imports rows of groups in the transaction of `ctx`, all or none of them; returns what they did. Imports of a producer wait
 * for each other: titles are not unique, so that two at once would each create the group of a title.
 */
export async function importGroups(ctx: Ctx, of: Import, rows: readonly ImportRow[]): Promise<RowResult[]> {
  const lock = `imported groups of ${of.producerId}`;
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const plans = await planGroups(ctx, of, rows);
  for (const plan of plans) {
    if (plan.outcome === "new") await createGroup(ctx, plan.input);
    if (plan.outcome === "changed") await updateGroup(ctx, plan.id, plan.input);
  }
  return plans.map(resultOf);
}
