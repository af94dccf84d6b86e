import { sql } from "drizzle-orm";
import { bigint, check, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { items } from "./items";
import { jobs } from "./jobs";

/**
 * Changes of items that a job made and that can be undone: the history entry of each change has the values before it. A row
 * is deleted once its change is undone.
 */
export const jobChanges = pgTable(
  "job_changes",
  {
    jobId: serviceId()
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    itemId: bigint({ mode: "number" })
      .notNull()
      .references(() => items.id),
    /** The position of the entry in the item's history; a longer history means that the item was changed since. */
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.itemId] }),
    check("job_changes_position", sql`${t.position} > 0`),
  ],
);
