import { foreignKey, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";
import { alertRules } from "./alert-rules";
import { memberships } from "./memberships";

/** The members who receive a mail when a rule opens an alert. */
export const alertWatchers = pgTable(
  "alert_watchers",
  {
    ruleId: serviceId().notNull(),
    producerId: serviceId().notNull(),
    personId: serviceId().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.ruleId, t.personId] }),
    index("alert_watchers_by_member").on(t.personId, t.producerId),
    foreignKey({
      name: "alert_watchers_rule_of_producer",
      columns: [t.ruleId, t.producerId],
      foreignColumns: [alertRules.id, alertRules.producerId],
    }),
    foreignKey({
      name: "alert_watchers_member_of_producer",
      columns: [t.personId, t.producerId],
      foreignColumns: [memberships.personId, memberships.producerId],
    }).onDelete("cascade"),
  ],
);
