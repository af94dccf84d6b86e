import { and, eq, isNull, sql } from "drizzle-orm";
import { activationSettings } from "@/db/schema/activation-settings";
import { groups } from "@/db/schema/groups";
import { identifiers } from "@/db/schema/identifiers";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { itemNotThere } from "@/server/domain/items/read";

/** The item of a verify page: one of a producer itself, not of a sandbox. */
export const isOfPage = (identifier: string) =>
  and(eq(items.identifier, identifier), eq(items.sandbox, 0), isNull(items.deletedAt));

/** Whether the item takes a first owner: one of a suspended or closed producer does not. */
export const canBeActivated = sql<boolean>`(${activationSettings.isOn} is true and ${items.invalidatedAt} is null
  and ${producers.suspendedAt} is null)`;

const itemColumns = {
  id: items.id,
  identifier: items.identifier,
  producerId: items.producerId,
  brand: producers.name,
  canBeActivated,
  secret: activationSettings.secret,
  warrantyMonths: activationSettings.warrantyMonths,
  ofItem: sql<unknown>`${items.data} -> 'warrantyMonths'`,
  ofGroup: sql<unknown>`${groups.data} -> 'warrantyMonths'`,
  generation: identifiers.secondCodeGeneration,
};

/**
 * Reads the item of a verify page with what its activation needs.
 * @throws 404 if there is none
 */
export async function openItem({ db }: Pick<Ctx, "db">, identifier: string) {
  // PostgreSQL stores no NUL character in text.
  if (identifier.includes("\0")) throw itemNotThere(identifier);
  const [item] = await db
    .select(itemColumns)
    .from(items)
    .innerJoin(producers, eq(producers.id, items.producerId))
    .innerJoin(
      identifiers,
      and(eq(identifiers.identifier, items.identifier), eq(identifiers.sandbox, items.sandbox)),
    )
    .leftJoin(groups, eq(groups.id, items.groupId))
    .leftJoin(activationSettings, eq(activationSettings.producerId, items.producerId))
    .where(isOfPage(identifier));
  if (!item) throw itemNotThere(identifier);
  return item;
}

/**
 * Locks the item of a verify page for a transaction, and reads it as it is from then on: each change of an owner locks the item
 * first, as deleting, invalidating and voiding do.
 * @throws 404 if there is none
 */
export async function lockedItem(ctx: Pick<Ctx, "db">, identifier: string): Promise<OpenItem> {
  await ctx.db.select({ id: items.id }).from(items).where(isOfPage(identifier)).for("no key update");
  return openItem(ctx, identifier);
}

export type OpenItem = Awaited<ReturnType<typeof openItem>>;
