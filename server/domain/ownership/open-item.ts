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

const itemColumns = {
  id: items.id,
  identifier: items.identifier,
  producerId: items.producerId,
  brand: producers.name,
  invalidatedAt: items.invalidatedAt,
  isOn: activationSettings.isOn,
  secret: activationSettings.secret,
  warrantyMonths: activationSettings.warrantyMonths,
  /** Of the item or, where it names none, of its group. */
  ownWarranty: sql<unknown>`coalesce(${items.data} -> 'warrantyMonths', ${groups.data} -> 'warrantyMonths')`,
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

export type OpenItem = Awaited<ReturnType<typeof openItem>>;
