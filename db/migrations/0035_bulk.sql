CREATE TABLE "job_changes" (
	"job_id" uuid NOT NULL,
	"item_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "job_changes_job_id_item_id_pk" PRIMARY KEY("job_id","item_id"),
	CONSTRAINT "job_changes_position" CHECK ("job_changes"."position" > 0)
);
--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_json";--> statement-breakpoint
ALTER TABLE "job_changes" ADD CONSTRAINT "job_changes_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_changes" ADD CONSTRAINT "job_changes_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_json" CHECK (jsonb_typeof("jobs"."input") = 'object' and jsonb_typeof("jobs"."result") = 'object' and pg_column_size("jobs"."input") <= 1048576);