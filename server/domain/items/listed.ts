import { eq, type SQL, sql } from "drizzle-orm";
import { groups } from "@/db/schema/groups";
import { rollupItemFakes } from "@/db/schema/item-fakes";
import { type Item, items } from "@/db/schema/items";
import type { Ctx } from "@/server/core/ctx";
import type { Match } from "@/server/domain/shared/match";
import { addressOf, shownOf } from "@/server/domain/shared/shown";
import { shownTitle } from "@/server/domain/shared/shown-title";

/** An item as lists show it. */
export interface ListedItem {
  identifier: string;
  /** As scanners see it: the group's title if it has one. */
  title: string | null;
  ownTitle: string | null;
  image: string | null;
  group: { id: string; title: string | null; image: string | null } | null;
  invalidatedAt: Date | null;
  scans: number;
  fakes: number;
  createdAt: Date;
  updatedAt: Date;
  /** Where a search found the fragment, if no field above contains it. */
  match?: Match;
}

const columns = {
  id: items.id,
  identifier: items.identifier,
  title: shownTitle,
  ownTitle: shownOf(items.title),
  image: addressOf(items.image),
  group: { id: groups.id, title: shownOf(groups.title), image: addressOf(groups.image) },
  invalidatedAt: items.invalidatedAt,
  scans: items.scans,
  fakes: items.fakes,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
};

export type ItemRow = ListedItem & { id: number };
export type ItemKey = Pick<Item, "id" | "createdAt">;

/** Reads rows of items with their groups. */
export type Read<Found> = (ctx: Ctx, where: SQL | undefined, order: SQL[], limit: number) => Promise<Found[]>;

export const readRows: Read<ItemRow> = (ctx, where, order, limit) =>
  ctx.db
    .select(columns)
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

export const readKeys: Read<ItemKey> = (ctx, where, order, limit) =>
  ctx.db
    .select({ id: items.id, createdAt: items.createdAt })
    .from(items)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** The limit keeps conditions on items out: along an index of theirs, each lookup would pass all items of the producer. */
const byPrimaryKey = ({ db }: Ctx) =>
  db.select().from(items).where(eq(items.id, rollupItemFakes.itemId)).limit(1).as("items");

/** A row with the number by which the roll-ups rank it. */
export type RankedItem = ItemRow & { ranked: number };

/** Reads items that were scanned as fakes, in an order of the roll-ups. */
export const readRanked: Read<RankedItem> = (ctx, where, order, limit) =>
  ctx.db
    .select({ ...columns, ranked: rollupItemFakes.fakes })
    .from(rollupItemFakes)
    .innerJoinLateral(byPrimaryKey(ctx), sql`true`)
    .leftJoin(groups, eq(groups.id, items.groupId))
    .where(where)
    .orderBy(...order)
    .limit(limit);

/** Matches items by a Postgres array literal of their ids. */
export const among = (ids: string) => sql`${items.id} = any(${ids}::bigint[])`;
