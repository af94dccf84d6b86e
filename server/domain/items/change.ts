import { getTableColumns, sql } from "drizzle-orm";
import { type Item, items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import { type HistoryAction, recordHistories } from "@/server/domain/history/record";

/** The columns that changes write, with their types. */
const TYPE_OF = {
  title: "text",
  image: "text",
  data: "jsonb",
  verificationinfos: "jsonb",
  groupId: "uuid",
  invalidatedAt: "timestamptz",
  deletedAt: "timestamptz",
} as const;

type Field = keyof typeof TYPE_OF;
type ItemChange = Partial<Pick<Item, Field>>;

const FIELDS: readonly Field[] = [
  "title",
  "image",
  "data",
  "verificationinfos",
  "groupId",
  "invalidatedAt",
  "deletedAt",
];

/** A locked item and its change. */
export interface ChangeOfItem {
  item: Item;
  change: ItemChange;
}

/**
 * Writes changes of locked items and their history entries. Fields without a change keep their values. Returns the changed
 * items in the same order.
 */
export async function changeItems(
  ctx: Ctx,
  action: HistoryAction,
  changes: ChangeOfItem[],
  reason?: string,
): Promise<Item[]> {
  if (changes.length === 0) return [];
  const fields = FIELDS.filter((field) => changes.some(({ change }) => change[field] !== undefined));
  const now = Date.now();
  const rows = changes.map(({ item, change }) => ({
    ...Object.fromEntries(
      fields.map((field) => [field, change[field] === undefined ? item[field] : change[field]]),
    ),
    id: item.id,
    updatedAt: new Date(Math.max(now, item.updatedAt.getTime())),
  }));
  const typed = fields.map((field) => sql`${sql.identifier(field)} ${sql.raw(TYPE_OF[field])}`);
  const columns = sql.join([sql`id bigint`, sql`"updatedAt" timestamptz`, ...typed], sql`, `);
  const changed = await ctx.db
    .update(items)
    .set({
      ...Object.fromEntries(fields.map((field) => [field, sql`changed.${sql.identifier(field)}`])),
      updatedAt: sql`changed."updatedAt"`,
    })
    .from(sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as changed(${columns})`)
    .where(sql`${items.id} = changed.id`)
    .returning(getTableColumns(items));
  const byId = new Map(changed.map((item) => [item.id, item]));
  const pairs = changes.flatMap(({ item: before }) => {
    const after = byId.get(before.id);
    return after ? [{ before, after }] : [];
  });
  await recordHistories(ctx, action, pairs, reason);
  return pairs.map(({ after }) => after);
}
