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
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_by_key" ON "import_rows" USING btree ("import_id","key","number") WHERE key is not null;--> statement-breakpoint
CREATE INDEX "import_rows_refused" ON "import_rows" USING btree ("import_id","number") WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX "imports_of_producer" ON "imports" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "imports_by_change" ON "imports" USING btree ("updated_at");