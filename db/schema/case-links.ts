import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { moment, serviceId } from "../columns";
import { alerts } from "./alerts";
import { cases } from "./cases";
import { items } from "./items";
import { reports } from "./reports";
import { scans } from "./scans";

export const LINK_KINDS = ["scan", "code", "report", "alert", "item"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** What belongs to a case: scans, unregistered codes, reports, alerts and items of its producer, each once. */
export const caseLinks = pgTable(
  "case_links",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    caseId: serviceId().notNull(),
    producerId: serviceId().notNull(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    scanId: serviceId().references(() => scans.id, { onDelete: "cascade" }),
    /** The identifier of an unregistered code. */
    code: text(),
    reportId: serviceId().references(() => reports.id, { onDelete: "cascade" }),
    alertId: serviceId().references(() => alerts.id, { onDelete: "cascade" }),
    itemId: bigint({ mode: "number" }),
    addedAt: moment().notNull(),
    addedBy: text().notNull(),
  },
  (t) => [
    foreignKey({
      name: "case_links_case_of_producer",
      columns: [t.caseId, t.producerId],
      foreignColumns: [cases.id, cases.producerId],
    }).onDelete("cascade"),
    foreignKey({
      name: "case_links_item_of_producer",
      columns: [t.itemId, t.producerId],
      foreignColumns: [items.id, items.producerId],
    }).onDelete("cascade"),
    unique("case_links_once")
      .on(t.caseId, t.kind, t.scanId, t.code, t.reportId, t.alertId, t.itemId)
      .nullsNotDistinct(),
    index("case_links_of_case").on(t.caseId, t.kind, t.id),
    index("case_links_by_scan").on(t.scanId).where(sql`scan_id is not null`),
    index("case_links_by_code").on(t.producerId, t.code).where(sql`code is not null`),
    index("case_links_by_report").on(t.reportId).where(sql`report_id is not null`),
    index("case_links_by_alert").on(t.alertId).where(sql`alert_id is not null`),
    index("case_links_by_item").on(t.itemId).where(sql`item_id is not null`),
    check("case_links_kind", sql`${t.kind} in ('scan', 'code', 'report', 'alert', 'item')`),
    check(
      "case_links_one",
      sql`num_nonnulls(${t.scanId}, ${t.code}, ${t.reportId}, ${t.alertId}, ${t.itemId}) = 1
        and case ${t.kind} when 'scan' then ${t.scanId} is not null when 'code' then ${t.code} is not null
          when 'report' then ${t.reportId} is not null when 'alert' then ${t.alertId} is not null
          else ${t.itemId} is not null end`,
    ),
    check("case_links_code", sql`char_length(${t.code}) between 1 and 200`),
  ],
);
