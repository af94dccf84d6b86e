import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text } from "drizzle-orm/pg-core";

/** The phones that can scan, one row per operating system. An os without a row is not supported. */
export const phoneRules = pgTable(
  "phone_rules",
  {
    os: text().primaryKey(),
    minimumVersion: text().notNull(),
    physicalOnly: boolean().notNull().default(true),
    unsupportedModels: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    check("phone_rules_os_lower", sql`${t.os} = lower(${t.os})`),
    check("phone_rules_version", sql`${t.minimumVersion} ~ '^[0-9]+([.][0-9]+)*$'`),
  ],
);

export type PhoneRule = typeof phoneRules.$inferSelect;
