-- expand
CREATE TABLE "cell_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cell_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"producer_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"key" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cell_claims" (
	"identifier" text PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cell_moves" (
	"producer_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"cell" smallint NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"copied" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "cell_moves_state" CHECK ("cell_moves"."state" in ('copying', 'holding', 'moved', 'arriving'))
);
--> statement-breakpoint
ALTER TABLE "scans" DROP CONSTRAINT "scans_creator_producers_id_fk";
--> statement-breakpoint
ALTER TABLE "sightings" DROP CONSTRAINT "sightings_creator_producers_id_fk";
--> statement-breakpoint
CREATE INDEX "cell_changes_in_order" ON "cell_changes" USING btree ("producer_id","id");--> statement-breakpoint
-- The fence of a producer that moves between cells (decision 0067). Its trigger is enabled only while a cell has moves. Each
-- change of a row holds the producer's lock until its transaction ends, and notes the row while the producer moves. The move
-- takes the lock alone for the last copy, and calls that waited for it then find that the producer has moved. Background work
-- leaves rows of other cells alone. A row that is found through another one may come in the same statement as that one, so it is
-- noted afterwards.
CREATE FUNCTION fence_producer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed CONSTANT record := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  whose uuid;
  reached text;
  changed_key jsonb;
  -- A row of a partition belongs to the table that it is a part of.
  own_table CONSTANT text := coalesce(
    (SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent WHERE inhrelid = TG_RELID), TG_TABLE_NAME);
BEGIN
  EXECUTE 'SELECT ' || TG_ARGV[0] || ' FROM (SELECT ($1).*) AS r' INTO whose USING changed;
  IF whose IS NULL THEN
    RETURN changed;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(4702115, uuid_hash(whose));
  SELECT state INTO reached FROM cell_moves WHERE producer_id = whose;
  IF NOT FOUND THEN
    RETURN changed;
  END IF;
  IF reached IN ('copying', 'holding') THEN
    EXECUTE 'SELECT jsonb_object_agg(name, to_jsonb($1) -> name) FROM unnest(string_to_array($2, '','')) AS name'
      INTO changed_key USING changed, TG_ARGV[1];
    INSERT INTO cell_changes (producer_id, table_name, key) VALUES (whose, own_table, changed_key);
    RETURN changed;
  END IF;
  IF TG_WHEN = 'BEFORE' AND current_setting('application_name') IN ('assay-own', 'assay-deliveries') THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'the producer % is in another cell', whose USING ERRCODE = 'AS001';
END
$$;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON producers FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.id', 'id');--> statement-breakpoint
ALTER TABLE producers DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON identifiers FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'identifier');--> statement-breakpoint
ALTER TABLE identifiers DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON groups FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE groups DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON items FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE items DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON history FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select items.producer_id from items where items.id = r.item_id)', 'id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON history FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select items.producer_id from items where items.id = r.item_id)', 'id');--> statement-breakpoint
ALTER TABLE history DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE history DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON scans FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE scans DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON assessments FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'scan_id');--> statement-breakpoint
ALTER TABLE assessments DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON sightings FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE sightings DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON reports FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE reports DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON contents FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE contents DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON hooks FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE hooks DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON events FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE events DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON deliveries FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select hooks.producer_id from hooks where hooks.id = r.hook_id)', 'id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON deliveries FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select hooks.producer_id from hooks where hooks.id = r.hook_id)', 'id');--> statement-breakpoint
ALTER TABLE deliveries DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE deliveries DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON attempts FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select (select hooks.producer_id from hooks where hooks.id = deliveries.hook_id) from deliveries where deliveries.id = r.delivery_id)', 'delivery_id,started_at');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON attempts FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select (select hooks.producer_id from hooks where hooks.id = deliveries.hook_id) from deliveries where deliveries.id = r.delivery_id)', 'delivery_id,started_at');--> statement-breakpoint
ALTER TABLE attempts DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE attempts DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON delivery_queue FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select hooks.producer_id from hooks where hooks.id = r.hook_id)', 'delivery_id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON delivery_queue FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select hooks.producer_id from hooks where hooks.id = r.hook_id)', 'delivery_id');--> statement-breakpoint
ALTER TABLE delivery_queue DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE delivery_queue DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON pending_events FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'producer_id,event_id');--> statement-breakpoint
ALTER TABLE pending_events DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON tokens FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE tokens DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON memberships FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'person_id,producer_id');--> statement-breakpoint
ALTER TABLE memberships DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON invitations FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE invitations DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON audit_events FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE audit_events DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON alert_rules FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE alert_rules DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON alert_watchers FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'rule_id,person_id');--> statement-breakpoint
ALTER TABLE alert_watchers DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON alerts FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE alerts DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON alert_notes FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select alerts.producer_id from alerts where alerts.id = r.alert_id)', 'id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON alert_notes FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select alerts.producer_id from alerts where alerts.id = r.alert_id)', 'id');--> statement-breakpoint
ALTER TABLE alert_notes DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE alert_notes DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON alert_mails FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select alerts.producer_id from alerts where alerts.id = r.alert_id)', 'alert_id,person_id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON alert_mails FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select alerts.producer_id from alerts where alerts.id = r.alert_id)', 'alert_id,person_id');--> statement-breakpoint
ALTER TABLE alert_mails DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE alert_mails DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON idempotency_keys FOR EACH ROW
  EXECUTE FUNCTION fence_producer('coalesce((r.scanned_item ->> ''producerId'')::uuid, (select producer_id from scans where id = r.scan_id), case when r.scope ~ ''[0-9a-f-]{36}$'' then right(r.scope, 36)::uuid end)', 'scope,key');--> statement-breakpoint
ALTER TABLE idempotency_keys DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON code_batches FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE code_batches DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON batch_codes FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select code_batches.producer_id from code_batches where code_batches.id = r.batch_id)', 'batch_id,position');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON batch_codes FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select code_batches.producer_id from code_batches where code_batches.id = r.batch_id)', 'batch_id,position');--> statement-breakpoint
ALTER TABLE batch_codes DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE batch_codes DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON label_layouts FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE label_layouts DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON label_prints FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE label_prints DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON printed_labels FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select label_prints.producer_id from label_prints where label_prints.id = r.print_id)', 'print_id,position');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON printed_labels FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select label_prints.producer_id from label_prints where label_prints.id = r.print_id)', 'print_id,position');--> statement-breakpoint
ALTER TABLE printed_labels DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE printed_labels DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON imports FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE imports DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON import_rows FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select imports.producer_id from imports where imports.id = r.import_id)', 'import_id,number');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON import_rows FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select imports.producer_id from imports where imports.id = r.import_id)', 'import_id,number');--> statement-breakpoint
ALTER TABLE import_rows DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE import_rows DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON jobs FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE jobs DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON job_changes FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select jobs.producer_id from jobs where jobs.id = r.job_id)', 'job_id,item_id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON job_changes FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select jobs.producer_id from jobs where jobs.id = r.job_id)', 'job_id,item_id');--> statement-breakpoint
ALTER TABLE job_changes DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE job_changes DISABLE TRIGGER cell_fence_added;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON saved_views FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE saved_views DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON erasures FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE erasures DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON retention_cursors FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'producer_id,kind');--> statement-breakpoint
ALTER TABLE retention_cursors DISABLE TRIGGER cell_fence;
--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON full_producers FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'producer_id');--> statement-breakpoint
ALTER TABLE full_producers DISABLE TRIGGER cell_fence;
--> statement-breakpoint
-- Roll-ups and bytes follow from rows, also from those that another cell sends or that are deleted after a move.
ALTER TABLE scans ENABLE ALWAYS TRIGGER scans_noted_when_added;--> statement-breakpoint
ALTER TABLE scans ENABLE ALWAYS TRIGGER scans_noted_when_changed;--> statement-breakpoint
ALTER TABLE scans ENABLE ALWAYS TRIGGER scans_noted_when_removed;--> statement-breakpoint
ALTER TABLE items ENABLE ALWAYS TRIGGER items_measured_when_added;--> statement-breakpoint
ALTER TABLE items ENABLE ALWAYS TRIGGER items_measured_when_changed;--> statement-breakpoint
ALTER TABLE groups ENABLE ALWAYS TRIGGER groups_measured;--> statement-breakpoint
ALTER TABLE hooks ENABLE ALWAYS TRIGGER hooks_measured;--> statement-breakpoint
ALTER TABLE history ENABLE ALWAYS TRIGGER history_measured_when_added;--> statement-breakpoint
ALTER TABLE history ENABLE ALWAYS TRIGGER history_measured_when_removed;--> statement-breakpoint
ALTER TABLE events ENABLE ALWAYS TRIGGER events_measured_when_added;--> statement-breakpoint
ALTER TABLE events ENABLE ALWAYS TRIGGER events_measured_when_removed;--> statement-breakpoint
ALTER TABLE events ENABLE ALWAYS TRIGGER events_measured_when_changed;
