import { sql } from "drizzle-orm";
import { endedSessions } from "@/db/schema/ended-sessions";
import { expiryLoop } from "./expiry-loop";

/** Deletes ended sessions that have expired by now. */
export const endedSessionsLoop = expiryLoop({
  name: "endedSessions",
  table: endedSessions,
  key: sql<string>`${endedSessions.id}::text`,
  expiresAt: endedSessions.expiresAt,
});
