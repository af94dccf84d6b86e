CREATE TABLE "batch_codes" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"identifier" text NOT NULL,
	CONSTRAINT "batch_codes_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "batch_codes_identifier" UNIQUE("identifier"),
	CONSTRAINT "batch_codes_position" CHECK ("batch_codes"."position" >= 1)
);
--> statement-breakpoint
CREATE TABLE "code_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"pattern" text NOT NULL,
	"first_number" bigint,
	"count" integer NOT NULL,
	"generated" integer DEFAULT 0 NOT NULL,
	"is_reserved" boolean NOT NULL,
	"group_id" uuid,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "code_batches_count" CHECK ("code_batches"."count" between 1 and 1000000 and "code_batches"."generated" between 0 and "code_batches"."count"),
	CONSTRAINT "code_batches_pattern" CHECK (char_length("code_batches"."pattern") between 1 and 1000),
	CONSTRAINT "code_batches_actor_type" CHECK ("code_batches"."actor_type" in ('token', 'user'))
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"problem" text,
	"key" text,
	"outcome" text,
	"faults" jsonb,
	"corrected" boolean DEFAULT false NOT NULL,
	"done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "import_rows_import_id_number_pk" PRIMARY KEY("import_id","number"),
	CONSTRAINT "import_rows_outcome" CHECK ("import_rows"."outcome" in ('new', 'changed', 'unchanged', 'refused')),
	CONSTRAINT "import_rows_done" CHECK (not "import_rows"."done" or "import_rows"."outcome" in ('new', 'changed', 'unchanged')),
	CONSTRAINT "import_rows_faults" CHECK (("import_rows"."faults" is not null) = ("import_rows"."outcome" is not distinct from 'refused'))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"file_name" text NOT NULL,
	"headers" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"mode" text NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"job_id" uuid,
	"checked_at" timestamp (3) with time zone,
	"actor_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imports_kind" CHECK ("imports"."kind" in ('items', 'groups')),
	CONSTRAINT "imports_state" CHECK ("imports"."state" in ('uploading', 'open', 'discarded')),
	CONSTRAINT "imports_mode" CHECK ("imports"."mode" in ('create', 'update', 'both')),
	CONSTRAINT "imports_lengths" CHECK (char_length("imports"."file_name") <= 300),
	CONSTRAINT "imports_columns" CHECK (jsonb_array_length("imports"."headers") <= 200 and jsonb_array_length("imports"."mapping") = jsonb_array_length("imports"."headers")),
	CONSTRAINT "imports_counts" CHECK ("imports"."created" + "imports"."changed" + "imports"."unchanged" <= "imports"."rows")
);
--> statement-breakpoint
CREATE TABLE "job_changes" (
	"job_id" uuid NOT NULL,
	"item_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "job_changes_job_id_item_id_pk" PRIMARY KEY("job_id","item_id"),
	CONSTRAINT "job_changes_position" CHECK ("job_changes"."position" > 0)
);
--> statement-breakpoint
CREATE TABLE "label_layouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "label_layouts_name" UNIQUE("producer_id","name"),
	CONSTRAINT "label_layouts_name_length" CHECK (char_length("label_layouts"."name") between 1 and 100),
	CONSTRAINT "label_layouts_settings" CHECK (jsonb_typeof("label_layouts"."settings") = 'object' and pg_column_size("label_layouts"."settings") <= 16384)
);
--> statement-breakpoint
CREATE TABLE "label_prints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"format" text NOT NULL,
	"settings" jsonb NOT NULL,
	"skip" integer NOT NULL,
	"batch_id" uuid,
	"first_position" integer,
	"count" integer NOT NULL,
	"reprinted" integer NOT NULL,
	"downloads" integer DEFAULT 0 NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "label_prints_format" CHECK ("label_prints"."format" in ('pdf', 'png', 'svg', 'csv')),
	CONSTRAINT "label_prints_range" CHECK (("label_prints"."batch_id" is null) = ("label_prints"."first_position" is null)),
	CONSTRAINT "label_prints_count" CHECK ("label_prints"."count" >= 1 and "label_prints"."reprinted" between 0 and "label_prints"."count"),
	CONSTRAINT "label_prints_actor_type" CHECK ("label_prints"."actor_type" in ('token', 'user')),
	CONSTRAINT "label_prints_settings" CHECK (jsonb_typeof("label_prints"."settings") = 'object' and pg_column_size("label_prints"."settings") <= 16384)
);
--> statement-breakpoint
CREATE TABLE "printed_labels" (
	"print_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"identifier" text NOT NULL,
	CONSTRAINT "printed_labels_print_id_position_pk" PRIMARY KEY("print_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_json";--> statement-breakpoint
ALTER TABLE "batch_codes" ADD CONSTRAINT "batch_codes_batch_id_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_codes" ADD CONSTRAINT "batch_codes_identifier_identifiers_identifier_fk" FOREIGN KEY ("identifier") REFERENCES "public"."identifiers"("identifier") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_batches" ADD CONSTRAINT "code_batches_group" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_changes" ADD CONSTRAINT "job_changes_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_changes" ADD CONSTRAINT "job_changes_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_layouts" ADD CONSTRAINT "label_layouts_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_prints" ADD CONSTRAINT "label_prints_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_prints" ADD CONSTRAINT "label_prints_batch_id_code_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."code_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_labels" ADD CONSTRAINT "printed_labels_print_id_label_prints_id_fk" FOREIGN KEY ("print_id") REFERENCES "public"."label_prints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "printed_labels" ADD CONSTRAINT "printed_labels_identifier_identifiers_identifier_fk" FOREIGN KEY ("identifier") REFERENCES "public"."identifiers"("identifier") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_batches_of_producer" ON "code_batches" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "code_batches_by_pattern" ON "code_batches" USING btree ("producer_id","pattern","first_number");--> statement-breakpoint
CREATE INDEX "code_batches_by_group" ON "code_batches" USING btree ("group_id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "import_rows_by_key" ON "import_rows" USING btree ("import_id","key","number") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "import_rows_refused" ON "import_rows" USING btree ("import_id","number") WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX "imports_of_producer" ON "imports" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_by_change" ON "imports" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "label_prints_of_producer" ON "label_prints" USING btree ("producer_id","at","id");--> statement-breakpoint
CREATE INDEX "label_prints_of_batch" ON "label_prints" USING btree ("batch_id","at") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "label_prints_by_age" ON "label_prints" USING btree ("at");--> statement-breakpoint
CREATE INDEX "printed_labels_by_identifier" ON "printed_labels" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "groups_by_title" ON "groups" USING btree ("producer_id",left("title", 200)) WHERE title is not null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'listExported', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'codeBatch', 'labels', 'alertRule', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_json" CHECK (jsonb_typeof("jobs"."input") = 'object' and jsonb_typeof("jobs"."result") = 'object' and pg_column_size("jobs"."input") <= 1048576);