import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { bytes, moment, serviceId } from "../columns";
import { areQuietHours, type QuietHours } from "../quiet-hours";
import { alertRules } from "./alert-rules";
import { producers } from "./producers";

export const CHANNEL_KINDS = ["slack", "teams"] as const;

/** Chat channels that receive alerts of a producer. Deleted ones stay, without their URL, for the alerts that they received. */
export const alertChannels = pgTable(
  "alert_channels",
  {
    id: serviceId().primaryKey(),
    producerId: serviceId()
      .notNull()
      .references(() => producers.id, { onDelete: "cascade" }),
    name: text().notNull(),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    /** Sealed, since it alone permits to send; null once deleted. */
    url: bytes(),
    /** The host of the URL, which members see. */
    host: text().notNull(),
    /** The language of messages. */
    locale: text({ enum: ["en", "de"] }).notNull(),
    /** Whether it receives the alerts of all rules, rather than of the chosen ones. */
    allRules: boolean().notNull(),
    isOn: boolean().notNull().default(true),
    quietHours: jsonb().$type<QuietHours>(),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    deletedAt: moment(),
  },
  (t) => [
    unique("alert_channels_of_producer").on(t.id, t.producerId),
    index("alert_channels_by_producer").on(t.producerId, t.createdAt).where(sql`deleted_at is null`),
    check("alert_channels_kind", sql`${t.kind} in ('slack', 'teams')`),
    check("alert_channels_locale", sql`${t.locale} in ('en', 'de')`),
    check("alert_channels_name", sql`char_length(${t.name}) between 1 and 100`),
    check("alert_channels_host", sql`char_length(${t.host}) between 1 and 300`),
    check("alert_channels_url", sql`(${t.url} is null) = (${t.deletedAt} is not null)`),
    check("alert_channels_quiet", areQuietHours(t.quietHours)),
  ],
);

export type AlertChannel = typeof alertChannels.$inferSelect;

/** The rules whose alerts a channel receives, unless it receives those of all. */
export const alertChannelRules = pgTable(
  "alert_channel_rules",
  { channelId: serviceId().notNull(), ruleId: serviceId().notNull(), producerId: serviceId().notNull() },
  (t) => [
    primaryKey({ columns: [t.channelId, t.ruleId] }),
    index("alert_channel_rules_by_rule").on(t.ruleId),
    foreignKey({
      name: "alert_channel_rules_channel_of_producer",
      columns: [t.channelId, t.producerId],
      foreignColumns: [alertChannels.id, alertChannels.producerId],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_channel_rules_rule_of_producer",
      columns: [t.ruleId, t.producerId],
      foreignColumns: [alertRules.id, alertRules.producerId],
    }).onDelete("cascade"),
  ],
);
