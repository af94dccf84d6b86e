import { and, eq, type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { identifiers } from "@/db/schema/identifiers";
import { type Item, items } from "@/db/schema/items";
import type { ProducerCaller } from "@/server/core/caller";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { AppError, conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { appendFirstEntries, firstChanges } from "@/server/domain/history/record";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emitAll } from "@/server/events/emit";
import { newId } from "@/server/platform/ids";
import type { NewItem } from "./schema";
import { takenElsewhere } from "./taken-elsewhere";

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
 * Registers items like `registerItems`, and returns for each input its item, or the refusal of this item alone.
 * @throws 400 if the quota for records is used up
 */
export function createItems(ctx: Ctx, inputs: NewItem[]): Promise<(Item | AppError)[]> {
  return inTransaction(ctx, async (ctx) => {
    const registered = await registerItems(ctx, inputs);
    const ids = registered.flatMap((id) => (id instanceof AppError ? [] : [id]));
    const created = await itemsById(ctx, ids);
    return registered.map((id) => {
      const item = id instanceof AppError ? id : created.get(id);
      return only(item ? [item] : []);
    });
  });
}

/** New items of the transaction of `ctx`, by their ids and in their order. */
export async function itemsById({ db }: Ctx, ids: readonly number[]): Promise<Map<number, Item>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select()
    .from(items)
    .where(sql`${items.id} = any(${makePgArray([...ids])}::bigint[])`)
    .orderBy(items.id);
  return new Map(found.map((item) => [item.id, item]));
}

/**
 * Registers items in one transaction with a few statements, however many there are. Returns for each input the id of its item,
 * or the refusal of this item alone. Of inputs with the same identifier the first one becomes an item.
 * @throws 400 if the quota for records is used up
 */
export function registerItems(ctx: Ctx, inputs: readonly NewItem[]): Promise<(number | AppError)[]> {
  return inTransaction(ctx, async (ctx) => {
    if (inputs.length === 0) return [];
    await refuseWithoutRecordRoom(ctx, callingProducer(ctx).producerId);
    const rows = rowsOf(inputs);
    const elsewhere = await takenElsewhere(ctx, [...rows.keys()]);
    for (const identifier of elsewhere) rows.delete(identifier);
    const created = await insertItems(ctx, rows, CLAIMED);
    const known = new Map([...rows].filter(([identifier]) => !created.has(identifier)));
    const own = await ownIdentifiers(ctx, [...known.keys()]);
    const again = new Map([...known].filter(([identifier]) => own.has(identifier)));
    for (const [identifier, id] of await insertItems(ctx, again, NOT_IN_USE)) created.set(identifier, id);
    await emitAll(
      ctx,
      "itemCreated",
      [...created.values()].map((itemId) => ({ itemId })),
    );
    return inputs.map(({ identifier }) => {
      const id = created.get(identifier);
      created.delete(identifier);
      if (id !== undefined) return id;
      return elsewhere.has(identifier) || (known.has(identifier) && !own.has(identifier))
        ? conflict("identifier-taken", `The identifier ${identifier} is taken.`)
        : conflict("identifier-taken", `There already is an item ${identifier}.`);
    });
  });
}

/** New items with the ids and changes of their first entries, as JSON by identifier. Of rows with the same identifier, the first is kept. */
function rowsOf(inputs: readonly NewItem[]): Map<string, string> {
  const rows = new Map<string, string>();
  for (const input of inputs) {
    if (rows.has(input.identifier)) continue;
    const description = described(NO_DESCRIPTION, input);
    const { identifier } = input;
    const row = { identifier, ...description, entry: newId(), changes: firstChanges(description) };
    rows.set(identifier, JSON.stringify(row));
  }
  return rows;
}

const FIELDS = sql`identifier text, title text, image text, data jsonb, verificationinfos jsonb, entry uuid, changes jsonb`;

/**
 * The rows of `fresh` whose identifiers are new, which claims them for the producer. In order, so that concurrent calls wait
 * for each other in one direction only; without a target, because either of the table's two unique keys may conflict first.
 */
const CLAIMED = ({ producerId, sandbox }: ProducerCaller) => sql`
  claimed as (
    insert into ${identifiers} (identifier, producer_id, sandbox)
    select identifier, ${producerId}::uuid, ${sandbox}::int from fresh order by identifier
    on conflict do nothing returning identifier
  ), chosen as (select fresh.* from fresh join claimed using (identifier))`;

/** The rows of `fresh` whose identifiers have no item. Their producer has locked the identifiers. */
const NOT_IN_USE = ({ sandbox }: ProducerCaller) => sql`
  chosen as (select * from fresh where not exists (
    select from ${items} where ${items.identifier} = fresh.identifier and ${items.sandbox} = ${sandbox} and ${items.deletedAt} is null))`;

/** Inserts items with their first history entries; returns their ids by identifier. */
async function insertItems(
  ctx: Ctx,
  rows: ReadonlyMap<string, string>,
  chosen: (caller: ProducerCaller) => SQL,
): Promise<Map<string, number>> {
  if (rows.size === 0) return new Map();
  const caller = callingProducer(ctx);
  const now = new Date().toISOString();
  const inserted = await ctx.db.execute<{ id: string; identifier: string }>(sql`
    with fresh as materialized (
      select * from rows from (jsonb_to_recordset(${`[${[...rows.values()].join(",")}]`}::text::jsonb) as (${FIELDS}))
        with ordinality as fresh(identifier, title, image, data, verificationinfos, entry, changes, place)
    ), ${chosen(caller)}, given as materialized (
      select nextval('items_id_seq') as id, ordered.* from (select * from chosen order by place) as ordered
    ), entries as (${appendFirstEntries(ctx, sql`given`)}), inserted as (
      insert into ${items} (id, identifier, producer_id, sandbox, title, image, data, verificationinfos, created_at, updated_at,
        history_length, history_hash)
      overriding system value
      select id, identifier, ${caller.producerId}, ${caller.sandbox}::int, title, image, data, verificationinfos, ${now}, ${now}, 1, hash
      from given join entries on item_id = id
      returning id, identifier
    )
    select id, identifier from inserted`);
  return new Map(inserted.map(({ id, identifier }) => [identifier, Number(id)]));
}

/** Those of the identifiers that are the calling producer's. Locked, so that of concurrent calls one creates the item. */
async function ownIdentifiers(ctx: Ctx, wanted: readonly string[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set();
  const own = await ctx.db
    .select({ identifier: identifiers.identifier })
    .from(identifiers)
    .where(
      and(
        sql`${identifiers.identifier} = any(${makePgArray([...wanted])}::text[])`,
        eq(identifiers.producerId, callingProducer(ctx).producerId),
      ),
    )
    .orderBy(identifiers.identifier)
    .for("no key update");
  return new Set(own.map(({ identifier }) => identifier));
}
