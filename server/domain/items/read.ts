import { and, eq, isNull, ne } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, isInTransaction, readWide, sandboxIn } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { batchedRead } from "@/server/data/batched-read";
import { bytesOf, MAX_LIGHT_BYTES } from "@/server/data/weight";
import type { ShownItem } from "@/server/domain/items/view";
import { WANTED_ITEMS } from "./named";

/** An item with its group, as far as reading it needs. */
export interface ItemInGroup {
  item: ShownItem;
  group: Group | null;
}

/** The 404 for an item that does not exist. */
export const itemNotThere = (identifier: string) =>
  notFound("item-not-found", `There is no item ${identifier}.`);

/** Milliseconds since 1970: reading a number takes a fraction of the time of a date as text. */
const ms = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`;

/*
 * Callers of all tenants share this statement, so it returns the description of light rows only, and the weight of heavy ones.
 * `offset 0` makes Postgres compute the weight once.
 */
const READ_ITEMS = `
  select item.identifier, item.sandbox::text as sandbox, bytes, item.producer_id as "producerId", item.group_id as "groupId",
    case when light then item.title end as title, case when light then item.image end as image,
    case when light then item.data end as data, case when light then item.verificationinfos end as verificationinfos,
    item.scans, item.fakes, ${ms("item.created_at", "createdAt")}, ${ms("item.updated_at", "updatedAt")},
    ${ms("item.invalidated_at", "invalidatedAt")}, "group".producer_id as "groupProducerId",
    case when light then "group".title end as "groupTitle", case when light then "group".image end as "groupImage",
    case when light then "group".data end as "groupData",
    case when light then "group".verificationinfos end as "groupVerificationinfos",
    ${ms('"group".created_at', "groupCreatedAt")}, ${ms('"group".updated_at', "groupUpdatedAt")}
  from ${WANTED_ITEMS} left join groups "group" on "group".id = item.group_id
    cross join lateral (select bytes, bytes <= ${MAX_LIGHT_BYTES} as light from (
      select ${bytesOf("item")} + case when "group".id is null then 0 else ${bytesOf('"group"')} end as bytes offset 0) weight) weighed`;

type Times = "createdAt" | "updatedAt" | "invalidatedAt";
type InMs<T> = {
  [Field in keyof T]: Field extends Times ? number | Extract<T[Field], null> : T[Field];
};
type ItemRow = InMs<ShownItem> & { bytes: number; sandbox: string } & {
  [Field in Exclude<keyof Group, "id"> as `group${Capitalize<Field>}`]: InMs<Group>[Field];
};

const itemOf = (row: ItemRow): ShownItem => ({
  identifier: row.identifier,
  producerId: row.producerId,
  groupId: row.groupId,
  title: row.title,
  image: row.image,
  data: row.data,
  verificationinfos: row.verificationinfos,
  scans: row.scans,
  fakes: row.fakes,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
  invalidatedAt: row.invalidatedAt === null ? null : new Date(row.invalidatedAt),
});

const groupOf = (row: ItemRow): Group | null =>
  row.groupId === null
    ? null
    : {
        id: row.groupId,
        producerId: row.groupProducerId,
        title: row.groupTitle,
        image: row.groupImage,
        data: row.groupData,
        verificationinfos: row.groupVerificationinfos,
        createdAt: new Date(row.groupCreatedAt),
        updatedAt: new Date(row.groupUpdatedAt),
      };

const readRow = batchedRead<ItemRow>("item", READ_ITEMS, ({ identifier, sandbox }) => [identifier, sandbox]);

/** The item that the caller means, unless it is deleted. */
const there = (ctx: Ctx, identifier: string) =>
  and(eq(items.identifier, identifier), eq(items.sandbox, sandboxIn(ctx)), isNull(items.deletedAt));

/** Reads with the caller's own share of the database. */
async function readAlone(ctx: Ctx, identifier: string): Promise<ItemInGroup | undefined> {
  const [row] = await ctx.db
    .select({ item: items, group: groups })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(there(ctx, identifier));
  return row;
}

/**
 * Reads an item with its group. Concurrent reads of a process share a statement, unless the item is heavy.
 * @throws 404 if there is none
 */
export async function getItem(ctx: Ctx, identifier: string): Promise<ItemInGroup> {
  const row = await readRow(ctx.batchClient, identifier, String(sandboxIn(ctx)));
  if (!row) throw itemNotThere(identifier);
  if (row.bytes <= MAX_LIGHT_BYTES) return { item: itemOf(row), group: groupOf(row) };
  const found = await readWide(ctx, row.bytes, () => readAlone(ctx, identifier));
  if (!found) throw itemNotThere(identifier);
  return found;
}

/**
 * The caller's own item; locked if the context is in a transaction.
 * @throws 404 if absent, 403 if another producer's
 */
export async function ownedItem(ctx: Ctx, identifier: string): Promise<Item> {
  const { producerId } = callingProducer(ctx);
  const own = ctx.db
    .select()
    .from(items)
    .where(and(there(ctx, identifier), eq(items.producerId, producerId)));
  const [item] = await (isInTransaction(ctx) ? own.for("no key update") : own);
  if (item) return item;
  const [foreign] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(there(ctx, identifier), ne(items.producerId, producerId)));
  if (foreign) throw forbidden("item-of-another-producer", `Item ${identifier} belongs to another producer.`);
  throw itemNotThere(identifier);
}

/** The 403 for a change of an invalidated item. */
export const itemInvalidated = (identifier: string) =>
  forbidden("item-invalidated", `Item ${identifier} is invalidated, which is final.`);

/**
 * Refuses to change an invalidated item, because invalidation is final.
 * @throws 403 if the item is invalidated
 */
export function refuseIfInvalidated(item: Item): void {
  if (item.invalidatedAt !== null) throw itemInvalidated(item.identifier);
}
