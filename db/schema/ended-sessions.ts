import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { moment } from "../columns";

/** For builds before migration 0054, which do not know `sessions`: triggers keep both alike. The next contract drops it. */
export const endedSessions = pgTable(
  "ended_sessions",
  {
    id: uuid().primaryKey(),
    expiresAt: moment().notNull(),
  },
  (t) => [index("ended_sessions_expired").on(t.expiresAt)],
);
