import { and, eq, isNull } from "drizzle-orm";
import { items } from "@/db/schema/items";
import { type Ownership, ownerships } from "@/db/schema/ownerships";
import type { Ctx } from "@/server/core/ctx";

/** Locks the item of an ownership, and reads the ownership as it is from then on; undefined once it has ended. */
export async function lockOpen(
  { db }: Pick<Ctx, "db">,
  { id, itemId }: Pick<Ownership, "id" | "itemId">,
): Promise<Ownership | undefined> {
  await db.select({ id: items.id }).from(items).where(eq(items.id, itemId)).for("no key update");
  const [open] = await db
    .select()
    .from(ownerships)
    .where(and(eq(ownerships.id, id), isNull(ownerships.endedAt)));
  return open;
}
