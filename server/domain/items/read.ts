import { and, eq, isNull, ne } from "drizzle-orm";
import { type Group, groups } from "@/db/schema/groups";
import { type Item, items } from "@/db/schema/items";
import { type Ctx, callingProducer, isInTransaction, readWide } from "@/server/core/ctx";
import { forbidden, notFound } from "@/server/core/errors";
import { batchedRead } from "@/server/data/batched-read";
import { bytesOf, MAX_LIGHT_BYTES } from "@/server/data/weight";
import type { ShownItem } from "@/server/domain/items/view";

/** An item with its group, as far as reading it needs. */
export interface ItemInGroup {
  item: ShownItem;
  group: Group | null;
}

/** 404 for whoever asks for an item that there is not. */
export const itemNotThere = (identifier: string) =>
  notFound("item-not-found", `There is no item ${identifier}.`);

/** Milliseconds since 1970: they are read in a fraction of the time that a date written as text takes. */
const ms = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`;

/*
 * Callers of all tenants share this statement, so that it carries light rows alone: of a heavy one it tells just that.
 * `offset 0` has the weight found once.
 */
const READ_ITEMS = `
  select item.identifier, bytes, item.producer_id as "producerId", item.group_id as "groupId",
    case when light then item.title end as title, case when light then item.image end as image,
    case when light then item.data end as data, case when light then item.verificationinfos end as verificationinfos,
    item.scans, item.fakes, ${ms("item.created_at", "createdAt")}, ${ms("item.updated_at", "updatedAt")},
    ${ms("item.invalidated_at", "invalidatedAt")}, "group".producer_id as "groupProducerId",
    case when light then "group".title end as "groupTitle", case when light then "group".image end as "groupImage",
    case when light then "group".data end as "groupData",
    case when light then "group".verificationinfos end as "groupVerificationinfos",
    ${ms('"group".created_at', "groupCreatedAt")}, ${ms('"group".updated_at', "groupUpdatedAt")}
  from items item left join groups "group" on "group".id = item.group_id
    cross join lateral (select bytes, bytes <= ${MAX_LIGHT_BYTES} as light from (
      select ${bytesOf("item")} + case when "group".id is null then 0 else ${bytesOf('"group"')} end as bytes offset 0) weight) weighed
  where item.identifier = any($1::text[]) and item.deleted_at is null`;

type Times = "createdAt" | "updatedAt" | "invalidatedAt";
type InMs<T> = {
  [Field in keyof T]: Field extends Times ? number | Extract<T[Field], null> : T[Field];
};
type Told = InMs<ShownItem> & { bytes: number } & {
  [Field in Exclude<keyof Group, "id"> as `group${Capitalize<Field>}`]: InMs<Group>[Field];
};

const itemOf = (told: Told): ShownItem => ({
  identifier: told.identifier,
  producerId: told.producerId,
  groupId: told.groupId,
  title: told.title,
  image: told.image,
  data: told.data,
  verificationinfos: told.verificationinfos,
  scans: told.scans,
  fakes: told.fakes,
  createdAt: new Date(told.createdAt),
  updatedAt: new Date(told.updatedAt),
  invalidatedAt: told.invalidatedAt === null ? null : new Date(told.invalidatedAt),
});

const groupOf = (told: Told): Group | null =>
  told.groupId === null
    ? null
    : {
        id: told.groupId,
        producerId: told.groupProducerId,
        title: told.groupTitle,
        image: told.groupImage,
        data: told.groupData,
        verificationinfos: told.groupVerificationinfos,
        createdAt: new Date(told.groupCreatedAt),
        updatedAt: new Date(told.groupUpdatedAt),
      };

const readRow = batchedRead<Told>(READ_ITEMS, ({ identifier }) => [identifier]);

/** By the caller's own share of the database. */
async function readAlone(ctx: Ctx, identifier: string): Promise<ItemInGroup | undefined> {
  const [row] = await ctx.db
    .select({ item: items, group: groups })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(and(eq(items.identifier, identifier), isNull(items.deletedAt)));
  return row;
}

/** Reads an item with its group; concurrent reads of a process share a statement, unless much is said of the item. 404 if there is none. */
export async function getItem(ctx: Ctx, identifier: string): Promise<ItemInGroup> {
  const told = await readRow(ctx.batchClient, identifier);
  if (!told) throw itemNotThere(identifier);
  if (told.bytes <= MAX_LIGHT_BYTES) return { item: itemOf(told), group: groupOf(told) };
  const found = await readWide(ctx, told.bytes, () => readAlone(ctx, identifier));
  if (!found) throw itemNotThere(identifier);
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
  const [foreign] = await ctx.db
    .select({ id: items.id })
    .from(items)
    .where(and(there, ne(items.producerId, producerId)));
  if (foreign) throw forbidden("item-of-another-producer", `Item ${identifier} belongs to another producer.`);
  throw itemNotThere(identifier);
}

/** Invalidation is final: 403 for whoever would change the item after it. */
export function refuseIfInvalidated(item: Item): void {
  if (item.invalidatedAt !== null) {
    throw forbidden("item-invalidated", `Item ${item.identifier} is invalidated, which is final.`);
  }
}
