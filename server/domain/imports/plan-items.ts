import { and, isNull, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { identifiers } from "@/db/schema/identifiers";
import type { Import, RowFault } from "@/db/schema/imports";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { ownIds } from "@/server/domain/items/named";
import { itemInvalidated, itemNotThere } from "@/server/domain/items/read";
import { NewItem } from "@/server/domain/items/schema";
import type { DescriptionOfItem } from "@/server/domain/items/update";
import { described, isSameDescription } from "@/server/domain/shared/describable";
import { groupNameOf } from "@/server/domain/tables/change";
import type { Column } from "@/server/domain/tables/columns";
import type { NamedFile } from "@/server/domain/tables/file-names";
import { findNamedGroups, type NamedGroup } from "@/server/domain/tables/group-names";
import { filesOf, groupOf, type ReadRow, readRow, refusedBy } from "./plan";
import type { FirstRows, RowResult } from "./rows";
import { validated } from "./validate";

/** What a row will do: create an item, change one, or nothing. */
export type Plan = { read: ReadRow } & (
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
export interface Subjects {
  columns: readonly (Column | null)[];
  byKey: ReadonlyMap<string, Item>;
  first: FirstRows;
  files: ReadonlyMap<string, NamedFile>;
  named: ReadonlyMap<string, NamedGroup>;
  /** Identifiers of other producers. */
  foreign: ReadonlySet<string>;
}

/** Groups and items that rows refer to, as they are now; locked in a run. */
export async function readSubjects(
  ctx: Ctx,
  rows: readonly ReadRow[],
  columns: readonly (Column | null)[],
  first: FirstRows,
): Promise<Subjects> {
  const { producerId, sandbox } = callingProducer(ctx);
  const named = await findNamedGroups(
    ctx,
    rows.flatMap(({ cells }) => groupNameOf(cells, columns) ?? []),
  );
  const files = await filesOf(ctx, rows, columns);
  const keys = [...new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])))];
  const query = ctx.db
    .select()
    .from(items)
    .where(and(sql`${items.id} = any(${ownIds(ctx, keys)})`, isNull(items.deletedAt)))
    .orderBy(items.id);
  const found = keys.length === 0 ? [] : await (isInTransaction(ctx) ? query.for("no key update") : query);
  const byKey = new Map(found.map((item) => [item.identifier, item]));
  const absent = keys.filter((key) => !byKey.has(key));
  // Key by key, as items are found.
  const foreign = await ctx.db.execute<{ identifier: string }>(sql`
    select taken.identifier from unnest(${makePgArray(absent)}::text[]) as wanted(key) cross join lateral (
      select ${identifiers.identifier}, ${identifiers.producerId} from ${identifiers}
      where ${identifiers.identifier} = wanted.key and ${identifiers.sandbox} = ${sandbox} offset 0) as taken
    where taken.producer_id <> ${producerId}`);
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
export function planOf(of: Import, subjects: Subjects, read: ReadRow): Plan {
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

export const resultOf = (plan: Plan): RowResult => ({
  number: plan.read.row.number,
  key: plan.read.key,
  outcome: plan.outcome,
  ...(plan.outcome === "refused" ? { faults: plan.faults } : {}),
});
