import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { AppError, conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { appendEntries, firstEntry, hashOfFirst, type NewEntry } from "@/server/domain/history/record";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emitAll } from "@/server/events/emit";
import type { NewItem } from "./schema";

/**
 * Registers an item. The producer of a deleted item may use its identifier again; the new item starts afresh.
 * @throws 409 if the identifier is in use or was another producer's; 400 if the quota for records is used up
 */
export async function createItem(ctx: Ctx, input: NewItem): Promise<Item> {
  const created = only(await createItems(ctx, [input]));
  if (created instanceof AppError) throw created;
  return created;
}

/**
 * Registers items in one transaction with a few statements, however many there are. Returns for each input its item, or the
 * refusal of this item alone. Of inputs with the same identifier the first one becomes an item.
 * @throws 400 if the quota for records is used up
 */
export function createItems(ctx: Ctx, inputs: NewItem[]): Promise<(Item | AppError)[]> {
  return inTransaction(ctx, async (ctx) => {
    if (inputs.length === 0) return [];
    await refuseWithoutRecordRoom(ctx, callingProducer(ctx).producerId);
    const claimed = await claimIdentifiers(ctx, inputs);
    const created = await insertItems(
      ctx,
      inputs.filter(({ identifier }) => claimed.has(identifier)),
    );
    await emitAll(
      ctx,
      "itemCreated",
      [...created.values()].map(({ id }) => ({ itemId: id })),
    );
    return inputs.map(({ identifier }) => {
      const item = created.get(identifier);
      created.delete(identifier);
      if (item) return item;
      return claimed.has(identifier)
        ? conflict("identifier-taken", `There already is an item ${identifier}.`)
        : conflict("identifier-taken", `The identifier ${identifier} is taken.`);
    });
  });
}

/** The columns of `items` and the fields of JSON that new items fill. */
const FIELDS = sql`identifier text, title text, image text, data jsonb, verificationinfos jsonb, entry jsonb`;

/** Inserts items whose identifiers are not in use, with their first history entries; returns them by identifier. */
async function insertItems(ctx: Ctx, inputs: NewItem[]): Promise<Map<string, Item>> {
  if (inputs.length === 0) return new Map();
  const { producerId } = callingProducer(ctx);
  const entries = new Map<string, NewEntry>();
  const rows = inputs.map((input) => {
    const description = described(NO_DESCRIPTION, input);
    const entry = firstEntry(ctx, description);
    if (!entries.has(input.identifier)) entries.set(input.identifier, entry);
    return { ...description, identifier: input.identifier, entry };
  });
  const now = new Date().toISOString();
  const inserted = ctx.db.$with("inserted", getTableColumns(items)).as(sql`
    insert into ${items} (id, identifier, producer_id, title, image, data, verificationinfos, created_at, updated_at,
      history_length, history_hash)
    overriding system value
    select fresh.id, identifier, ${producerId}, title, image, data, verificationinfos, ${now}, ${now},
      1, ${hashOfFirst(sql`entry`, sql`fresh.id`)}
    from (select nextval('items_id_seq') as id, given.*
      from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as given(${FIELDS})) as fresh
    on conflict (identifier) where deleted_at is null do nothing
    returning *`);
  const created = await ctx.db.with(inserted).select().from(inserted);
  await appendEntries(
    ctx,
    created.flatMap(({ id, identifier }) => {
      const entry = entries.get(identifier);
      return entry ? [{ ...entry, item_id: id }] : [];
    }),
  );
  return new Map(created.map((item) => [item.identifier, item]));
}

/** Claims identifiers for the calling producer; returns those that are its own now. */
async function claimIdentifiers(ctx: Ctx, inputs: NewItem[]): Promise<Set<string>> {
  const { producerId } = callingProducer(ctx);
  // In order, so that concurrent calls wait for each other in one direction only.
  const wanted = [...new Set(inputs.map(({ identifier }) => identifier))].toSorted();
  // Without a target, because either of the table's two unique keys may conflict first.
  const made = await ctx.db
    .insert(identifiers)
    .select(
      sql`select value, ${producerId}::uuid from jsonb_array_elements_text(${JSON.stringify(wanted)}::text::jsonb)`,
    )
    .onConflictDoNothing()
    .returning();
  const claimed = new Set(made.map(({ identifier }) => identifier));
  const others = wanted.filter((identifier) => !claimed.has(identifier));
  if (others.length === 0) return claimed;
  const own = await ctx.db
    .select()
    .from(identifiers)
    .where(and(inArray(identifiers.identifier, others), eq(identifiers.producerId, producerId)));
  return new Set([...claimed, ...own.map(({ identifier }) => identifier)]);
}
