import { and, inArray, lte } from "drizzle-orm";
import { endedSessions } from "@/db/schema/ended-sessions";
import type { Ctx } from "@/server/core/ctx";
import { type Loop, untilEmpty } from "@/server/loops/loop";

/** Ends one session at once and in every process; copies of its cookie become invalid. */
export async function endSession(
  { db }: Pick<Ctx, "db">,
  session: { id: string; expiresAt: Date },
): Promise<void> {
  await db.insert(endedSessions).values(session).onConflictDoNothing();
}

const BATCH_SIZE = 1_000;
const isOver = () => lte(endedSessions.expiresAt, new Date());

/** Deletes ended sessions that have expired by now. */
export const endedSessionsLoop: Loop<string> = {
  name: "endedSessions",
  intervalMs: 3_600_000,
  timeoutMs: 30_000,
  keyOf: (id) => id,
  batches: (run) =>
    untilEmpty(
      run,
      async () => {
        const rows = await run.db
          .select({ id: endedSessions.id })
          .from(endedSessions)
          .where(isOver())
          .limit(BATCH_SIZE + run.aside.length);
        return rows.map(({ id }) => id);
      },
      (id) => id,
    ),
  async work({ db }, ids) {
    await db.delete(endedSessions).where(and(inArray(endedSessions.id, ids), isOver()));
  },
};
