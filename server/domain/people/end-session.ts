import { sql } from "drizzle-orm";
import { endedSessions } from "@/db/schema/ended-sessions";
import type { Ctx } from "@/server/core/ctx";
import { expiryLoop } from "./expiry-loop";

/** Ends one session at once and in every process; copies of its cookie become invalid. */
export async function endSession(
  { db }: Pick<Ctx, "db">,
  session: { id: string; expiresAt: Date },
): Promise<void> {
  await db.insert(endedSessions).values(session).onConflictDoNothing();
}

/** Deletes ended sessions that have expired by now. */
export const endedSessionsLoop = expiryLoop({
  name: "endedSessions",
  table: endedSessions,
  key: sql<string>`${endedSessions.id}::text`,
  expiresAt: endedSessions.expiresAt,
});
