import { and, eq, sql } from "drizzle-orm";
import { identifiers } from "@/db/schema/identifiers";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { recordHistory } from "@/server/domain/history/record";
import { described, NO_DESCRIPTION } from "@/server/domain/shared/describable";
import { refuseWithoutRecordRoom } from "@/server/domain/storage/room";
import { emit } from "@/server/events/emit";
import type { NewItem } from "./schema";

/**
 * Registers an item. The producer of a deleted item may use its identifier again; the new item starts afresh.
 * @throws 409 if the identifier is in use or was another producer's; 400 if the quota for records is used up
 */
export function createItem(ctx: Ctx, input: NewItem): Promise<Item> {
  return inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    const { identifier } = input;
    await refuseWithoutRecordRoom(ctx, producerId);
    await claimIdentifier(ctx, identifier, producerId);
    const now = new Date();
    const [item] = await ctx.db
      .insert(items)
      .values({ ...described(NO_DESCRIPTION, input), identifier, producerId, createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: items.identifier, where: sql`deleted_at is null` })
      .returning();
    if (!item) throw conflict("identifier-taken", `There already is an item ${identifier}.`);
    await recordHistory(ctx, "created", null, item);
    await emit(ctx, "itemCreated", { itemId: item.id });
    return item;
  });
}

async function claimIdentifier(ctx: Ctx, identifier: string, producerId: string) {
  const own = and(eq(identifiers.identifier, identifier), eq(identifiers.producerId, producerId));
  // Without a target, because either of the table's two unique keys may conflict first.
  const made = await ctx.db
    .insert(identifiers)
    .values({ identifier, producerId })
    .onConflictDoNothing()
    .returning();
  const [claim] = made.length > 0 ? made : await ctx.db.select().from(identifiers).where(own);
  if (!claim) throw conflict("identifier-taken", `The identifier ${identifier} is taken.`);
}
