import { desc, eq } from "drizzle-orm";
import { history } from "@/db/schema/history";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import type { LastChange } from "@/server/domain/audit-log/last-change";

const MAX_ENTRIES_READ = 500;

/** Finds the last modification of an item among the newest entries of its history. */
export async function lastChangeOfItem({ db }: Pick<Ctx, "db">, itemId: number): Promise<LastChange> {
  const { timestamp, position } = history;
  const newest = db
    .select({ by: history.actorName, at: timestamp, position, action: history.action })
    .from(history)
    .where(eq(history.itemId, itemId))
    .orderBy(desc(timestamp), desc(position))
    .limit(MAX_ENTRIES_READ)
    .as("newest");
  const last = await walkIndexes(db, (db) =>
    db
      .select({ by: newest.by, at: newest.at })
      .from(newest)
      .where(eq(newest.action, "modified"))
      .orderBy(desc(newest.at), desc(newest.position))
      .limit(1),
  );
  return last[0] ?? { by: null, at: null };
}
