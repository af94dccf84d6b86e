/** How the producer of a row is found: by a column, by the row that another column names, or by an expression of the row `r`. */
type Owner = string | { column: string; table: string } | { expression: string };

/** A table whose rows belong to producers and move with them. */
export interface MovedTable {
  name: string;
  /** The columns of a unique key. */
  key: readonly string[];
  owner: Owner;
  /** The columns that each database fills by itself, so that they do not move. */
  local?: readonly string[];
}

const own = (name: string, ...key: string[]): MovedTable => ({
  name,
  key: key.length > 0 ? key : ["id"],
  owner: "producer_id",
});
const below = (name: string, table: string, column: string, ...key: string[]): MovedTable => ({
  name,
  key: key.length > 0 ? key : ["id"],
  owner: { column, table },
});

/** A first answer belongs to the scanned item, else to the scan in it, else to the producer of its scope. */
const OF_ANSWER = `coalesce((r.scanned_item ->> 'producerId')::uuid, (select producer_id from scans where id = r.scan_id),
  case when r.scope ~ '[0-9a-f-]{36}$' then right(r.scope, 36)::uuid end)`;

/** All tables that move with a producer, in the order in which they are copied; rows come after those that they name. */
export const MOVED: readonly MovedTable[] = [
  { name: "producers", key: ["id"], owner: "id" },
  own("identifiers", "identifier", "sandbox"),
  own("groups"),
  own("items"),
  below("history", "items", "item_id"),
  own("scans"),
  own("assessments", "scan_id"),
  own("code_patterns"),
  own("code_marks", "producer_id", "identifier"),
  own("sightings"),
  own("reports"),
  below("report_photos", "reports", "report_id", "report_id"),
  own("contents"),
  own("hooks"),
  own("events"),
  below("deliveries", "hooks", "hook_id"),
  below("attempts", "deliveries", "delivery_id", "delivery_id", "started_at"),
  below("delivery_queue", "hooks", "hook_id", "delivery_id"),
  own("pending_events", "producer_id", "event_id"),
  own("tokens"),
  own("memberships", "person_id", "producer_id"),
  own("invitations"),
  { ...own("audit_events"), local: ["xid"] },
  own("api_calls"),
  own("alert_rules"),
  own("alert_watchers", "rule_id", "person_id"),
  own("alert_channels"),
  own("alert_channel_rules", "channel_id", "rule_id"),
  own("alerts"),
  below("alert_notes", "alerts", "alert_id"),
  below("alert_mails", "alerts", "alert_id"),
  own("cases"),
  own("case_links"),
  below("case_entries", "cases", "case_id"),
  below("case_people", "cases", "case_id"),
  own("evidence_packs"),
  below("evidence_files", "evidence_packs", "pack_id", "pack_id", "path"),
  own("inspections"),
  below("inspection_photos", "inspections", "inspection_id", "inspection_id", "name"),
  { name: "idempotency_keys", key: ["scope", "key"], owner: { expression: OF_ANSWER } },
  own("code_batches"),
  below("batch_codes", "code_batches", "batch_id", "batch_id", "position"),
  own("label_layouts"),
  own("label_prints"),
  below("printed_labels", "label_prints", "print_id", "print_id", "position"),
  own("imports"),
  below("import_rows", "imports", "import_id", "import_id", "number"),
  own("jobs"),
  below("job_changes", "jobs", "job_id", "job_id", "item_id"),
  own("saved_views"),
  own("erasures"),
  own("retention_cursors", "producer_id", "kind"),
  own("full_producers", "producer_id"),
  own("activation_settings", "producer_id"),
  own("ownerships"),
  own("owner_links"),
  own("ownership_requests"),
];

/** Tables whose rows of a producer follow from its other rows: triggers and loops of its new cell write them. */
export const DERIVED: readonly string[] = [
  "late_scans",
  "pending_bytes",
  "pending_rollups",
  "rollup_bytes",
  "rollup_cells",
  "rollup_days",
  "rollup_hours",
  "rollup_item_days",
  "rollup_item_fakes",
  "rollup_month_cells",
];

/** Those of them with a column of the producer. */
export const COUNTED = DERIVED.filter((name) => name !== "late_scans");

/** Tables of a cell itself. People are copied to the cells of their producers. */
export const OF_CELL: readonly string[] = [
  "assessment_progress",
  "backups",
  "cell_changes",
  "cell_claims",
  "cell_moves",
  "credential_epoch",
  "database_identity",
  "ended_sessions",
  "evidence_keys",
  "factors",
  "loop_states",
  "one_time_secrets",
  "people",
  "phone_rules",
  "public_demo",
  "recovery_codes",
  "secret_keys",
  "set_aside",
  "sessions",
  "setup_links",
  "sign_in_attempts",
];

/** Columns that name people. */
export const PEOPLE_IN: Readonly<Record<string, readonly string[]>> = {
  memberships: ["person_id"],
  invitations: ["invited_by"],
  alert_watchers: ["person_id"],
  alert_mails: ["person_id"],
  saved_views: ["private_to", "owner_id"],
  cases: ["owner_id"],
  inspections: ["person_id"],
  erasures: ["requested_by"],
};

export function tableOf(name: string): MovedTable {
  const table = MOVED.find((one) => one.name === name);
  if (!table) throw new Error(`The table ${name} does not move.`);
  return table;
}

/** The producer of a row, as an expression of its alias. */
export function producerOf({ owner }: MovedTable, alias = "r"): string {
  if (typeof owner === "string") return `${alias}.${owner}`;
  if ("expression" in owner) return owner.expression;
  const parent = tableOf(owner.table);
  return `(select ${producerOf(parent, owner.table)} from ${owner.table} where ${owner.table}.id = ${alias}.${owner.column})`;
}

/** The condition on rows `r` of the producer `$1`, so that indexes find them. */
export function belongs({ owner }: MovedTable, alias = "r"): string {
  if (typeof owner === "string") return `${alias}.${owner} = $1`;
  if ("expression" in owner) return `${owner.expression} = $1`;
  const parent = tableOf(owner.table);
  return `${alias}.${owner.column} in (select ${owner.table}.id from ${owner.table} where ${belongs(parent, owner.table)})`;
}
