import { sql } from "drizzle-orm";
import { endedSessions } from "@/db/schema/ended-sessions";
import type { Ctx } from "@/server/ctx";
import { inBatches } from "@/server/domain/shared/in-batches";

/** Ends one session, at once and in every process; a copy of its cookie stands for nobody. */
export async function endSession(
  { db }: Pick<Ctx, "db">,
  session: { id: string; expiresAt: Date },
): Promise<void> {
  await db.insert(endedSessions).values(session).onConflictDoNothing();
}

/** Forgets the ended sessions that would have run out by now. */
export const forgetEndedSessions = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize) =>
      db.execute(sql`
        delete from ${endedSessions} where id in (
          select id from ${endedSessions} where expires_at <= ${new Date().toISOString()} limit ${batchSize})
        returning id`),
    signal,
  );
