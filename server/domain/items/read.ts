import { and, eq, isNull, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import type { Connection } from "@/db/client";
import { type Group, groups } from "@/db/schema/groups";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, isInTransaction } from "@/server/ctx";
import { shareStatement } from "@/server/domain/shared/share-statement";
import { forbidden, notFound } from "@/server/errors";

export interface ItemInGroup {
  item: Item;
  group: Group | null;
}

const notThere = (identifier: string) => notFound("item-not-found", `There is no item ${identifier}.`);

function itemReader(hot: Connection) {
  const statement = hot
    .select({ item: items, group: groups })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(
      and(sql`${items.identifier} = any(${sql.placeholder("identifiers")}::text[])`, isNull(items.deletedAt)),
    )
    .prepare("items_in_groups");
  return shareStatement<string, { found: ItemInGroup | undefined }>({
    run: async (identifiers) => {
      const rows = await statement.execute({ identifiers: makePgArray([...new Set(identifiers)]) });
      const byIdentifier = new Map(rows.map((row) => [row.item.identifier, row]));
      return identifiers.map((identifier) => ({ found: byIdentifier.get(identifier) }));
    },
    atOnce: 2,
    most: 200,
  });
}

const readers = new WeakMap<Connection, ReturnType<typeof itemReader>>();

/** Reads an item with its group; concurrent reads of a process share a statement. 404 if there is none. */
export async function getItem(ctx: Ctx, identifier: string): Promise<ItemInGroup> {
  let read = readers.get(ctx.hot);
  if (!read) {
    read = itemReader(ctx.hot);
    readers.set(ctx.hot, read);
  }
  const { found } = await read(identifier);
  if (!found) throw notThere(identifier);
  return found;
}

/** The caller's own item; locked where the context stands in a transaction. 404 if absent, 403 if another producer's. */
export async function ownedItem(ctx: Ctx, identifier: string): Promise<Item> {
  const { producerId } = callingProducer(ctx);
  const there = and(eq(items.identifier, identifier), isNull(items.deletedAt));
  const own = ctx.db
    .select()
    .from(items)
    .where(and(there, eq(items.producerId, producerId)));
  const [item] = await (isInTransaction(ctx) ? own.for("no key update") : own);
  if (item) return item;
  const [foreign] = await ctx.db.select({ id: items.id }).from(items).where(there);
  if (foreign) throw forbidden("item-of-another-producer", `Item ${identifier} belongs to another producer.`);
  throw notThere(identifier);
}

/** Invalidation is final: 403 for whoever would change the item after it. */
export function refuseIfInvalidated(item: Item): void {
  if (item.invalidatedAt !== null) {
    throw forbidden("item-invalidated", `Item ${item.identifier} is invalidated, which is final.`);
  }
}
