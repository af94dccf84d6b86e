CREATE TABLE "assessment_progress" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"settled" uuid NOT NULL,
	"next" uuid NOT NULL,
	"next_xid" bigint NOT NULL,
	"backlog_from" uuid NOT NULL,
	"backlog_until" uuid NOT NULL,
	"holder" uuid,
	"held_until" timestamp (3) with time zone,
	CONSTRAINT "assessment_progress_one_row" CHECK ("assessment_progress"."only")
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"item_id" bigint NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"score" smallint NOT NULL,
	"reasons" text[] NOT NULL,
	"evidence" jsonb NOT NULL,
	CONSTRAINT "assessments_score" CHECK ("assessments"."score" between 0 and 100),
	CONSTRAINT "assessments_reasons" CHECK (cardinality("assessments"."reasons") > 0 and "assessments"."reasons" <@ array['invalidated', 'impossible_travel', 'many_devices', 'burst', 'outside_market', 'contradicts_client']::text[]),
	CONSTRAINT "assessments_evidence" CHECK (jsonb_typeof("assessments"."evidence") = 'object' and "assessments"."evidence" ?& "assessments"."reasons")
);
--> statement-breakpoint
CREATE TABLE "late_scans" (
	"scan_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assessments_by_producer" ON "assessments" USING btree ("producer_id","timestamp","scan_id");--> statement-breakpoint
CREATE INDEX "assessments_by_item" ON "assessments" USING btree ("item_id","timestamp","scan_id");--> statement-breakpoint
-- Scans are assessed in the order of their ids, some seconds behind: one that comes later than that queues by itself.
CREATE FUNCTION queue_late_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO late_scans VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER scans_come_late AFTER INSERT ON scans FOR EACH ROW
  WHEN (NEW.timestamp < clock_timestamp() - interval '5 seconds')
  EXECUTE FUNCTION queue_late_scan();
--> statement-breakpoint
-- After the trigger, whose making waits for those who write scans: what came before it is the backlog.
INSERT INTO assessment_progress (settled, next, next_xid, backlog_from, backlog_until)
SELECT least, least, pg_current_xact_id()::text::bigint, '00000000-0000-0000-0000-000000000000', least
FROM (SELECT rpad(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) * 1000 - 5000)::bigint), 12, '0'), 32, '0')::uuid AS least) AS first_id;
