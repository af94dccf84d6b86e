import { and, eq, isNull } from "drizzle-orm";
import { type Ownership, ownerships } from "@/db/schema/ownerships";
import type { Ctx } from "@/server/core/ctx";

/** Locks an open ownership; undefined once it has ended. Lock its requests before. */
export async function lockOpen({ db }: Pick<Ctx, "db">, id: string): Promise<Ownership | undefined> {
  const [open] = await db
    .select()
    .from(ownerships)
    .where(and(eq(ownerships.id, id), isNull(ownerships.endedAt)))
    .for("no key update");
  return open;
}
