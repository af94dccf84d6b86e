import { and, eq, inArray, sql } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { AppError, conflict } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordHistories } from "@/server/domain/history/record";
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
    await recordHistories(
      ctx,
      "created",
      [...created.values()].map((after) => ({ before: null, after })),
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

/** Inserts items whose identifiers are not in use; returns them by identifier. */
async function insertItems(ctx: Ctx, inputs: NewItem[]): Promise<Map<string, Item>> {
  if (inputs.length === 0) return new Map();
  const { producerId } = callingProducer(ctx);
  const now = new Date();
  const rows = await ctx.db
    .insert(items)
    .values(
      inputs.map((input) => ({
        ...described(NO_DESCRIPTION, input),
        identifier: input.identifier,
        producerId,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoNothing({ target: items.identifier, where: sql`deleted_at is null` })
    .returning();
  return new Map(rows.map((item) => [item.identifier, item]));
}

/** Claims identifiers for the calling producer; returns those that are its own now. */
async function claimIdentifiers(ctx: Ctx, inputs: NewItem[]): Promise<Set<string>> {
  const { producerId } = callingProducer(ctx);
  // In order, so that concurrent calls wait for each other in one direction only.
  const wanted = [...new Set(inputs.map(({ identifier }) => identifier))].toSorted();
  // Without a target, because either of the table's two unique keys may conflict first.
  const made = await ctx.db
    .insert(identifiers)
    .values(wanted.map((identifier) => ({ identifier, producerId })))
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
