import { and, desc, eq } from "drizzle-orm";
import { history } from "@/db/schema/history";
import type { Ctx } from "@/server/ctx";
import type { LastChange } from "@/server/domain/acts/last-change";

/** Who changed last what an item says of itself. */
export async function lastChangeOfItem({ db }: Pick<Ctx, "db">, itemId: number): Promise<LastChange> {
  const [last] = await db
    .select({ by: history.actorName, at: history.timestamp })
    .from(history)
    .where(and(eq(history.itemId, itemId), eq(history.action, "modified")))
    .orderBy(desc(history.timestamp), desc(history.position))
    .limit(1);
  return last ?? { by: null, at: null };
}
