import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** Sessions that were signed out before they expired; kept until they would have expired. */
export const endedSessions = pgTable(
  "ended_sessions",
  {
    id: uuid().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (t) => [index("ended_sessions_expired").on(t.expiresAt)],
);
