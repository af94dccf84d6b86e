CREATE TABLE "full_producers" (
	"producer_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_bytes" (
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rollup_bytes" (
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "rollup_bytes_producer_id_kind_pk" PRIMARY KEY("producer_id","kind")
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_act";--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "purged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "record_quota" bigint DEFAULT 10737418240 NOT NULL;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "storage_measured_at" timestamp (3) with time zone;--> statement-breakpoint
-- Only of new producers: what the others have is summed up in the background.
ALTER TABLE "producers" ALTER COLUMN "storage_measured_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "data_dropped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uncounted_scans" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "full_producers" ADD CONSTRAINT "full_producers_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_of_target" ON "acts" USING btree ("producer_id","target_id","at","id");--> statement-breakpoint
CREATE INDEX "items_to_purge" ON "items" USING btree ("deleted_at") WHERE deleted_at is not null and purged_at is null;--> statement-breakpoint
CREATE INDEX "suspicions_without_words" ON "suspicions" USING btree ("timestamp") WHERE text = '' and email is null;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_act" CHECK ("acts"."act" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported'));--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_purged" CHECK ("items"."purged_at" is null or ("items"."deleted_at" is not null and "items"."history_length" = 0 and num_nonnulls("items"."title", "items"."image") = 0 and "items"."data" = '{}' and "items"."verificationinfos" = '[]')) NOT VALID;--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_record_quota" CHECK ("producers"."record_quota" >= 0);--> statement-breakpoint
ALTER TABLE pending_bytes SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
ALTER TABLE rollup_bytes SET (fillfactor = 75);--> statement-breakpoint
-- Bytes of a JSON value before it is compressed: the same in memory and in the table, as `||` with nothing unpacks it and
-- changes nothing.
CREATE FUNCTION object_bytes(value jsonb) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(pg_column_size(value || '{}'::jsonb), 0);
--> statement-breakpoint
CREATE FUNCTION array_bytes(value jsonb) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(pg_column_size(value || '[]'::jsonb), 0);
--> statement-breakpoint
CREATE FUNCTION scan_bytes(data jsonb, software_info jsonb, device_info jsonb, os text, softwareversion text)
  RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN object_bytes(data) + object_bytes(software_info) + object_bytes(device_info)
    + coalesce(octet_length(os), 0) + coalesce(octet_length(softwareversion), 0);
--> statement-breakpoint
CREATE FUNCTION described_bytes(title text, image text, data jsonb, verificationinfos jsonb)
  RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(octet_length(title), 0) + coalesce(octet_length(image), 0) + object_bytes(data) + array_bytes(verificationinfos);
--> statement-breakpoint
CREATE VIEW storage_bytes AS
  SELECT producer_id, kind, bytes FROM rollup_bytes
  UNION ALL SELECT producer_id, kind, bytes FROM pending_bytes
  UNION ALL SELECT producer_id, 'scans', bytes FROM uncounted_scans WHERE bytes <> 0;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_added_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_scans
    (n, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, bytes)
  SELECT 1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude,
    scan_bytes(data, software_info, device_info, os, softwareversion)
  FROM added;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_removed_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_scans
    (n, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, bytes)
  SELECT -1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude,
    -scan_bytes(data, software_info, device_info, os, softwareversion)
  FROM removed;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_changed_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH past AS (
    SELECT producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude,
      scan_bytes(data, software_info, device_info, os, softwareversion) AS bytes
    FROM removed
  ), present AS (
    SELECT producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude,
      scan_bytes(data, software_info, device_info, os, softwareversion) AS bytes
    FROM added
  )
  INSERT INTO uncounted_scans
    (n, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, bytes)
  SELECT 1, * FROM (SELECT * FROM present EXCEPT ALL SELECT * FROM past) AS more
  UNION ALL
  SELECT -1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, -bytes
  FROM (SELECT * FROM past EXCEPT ALL SELECT * FROM present) AS less;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whose scans lose their data from now on, and whose no longer do.
CREATE FUNCTION mark_full(whose uuid[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM full_producers AS held USING producers
  WHERE held.producer_id = ANY (whose) AND producers.id = held.producer_id AND NOT EXISTS (
    SELECT FROM rollup_bytes
    WHERE rollup_bytes.producer_id = producers.id AND kind = 'scans' AND bytes >= producers.record_quota);
  INSERT INTO full_producers
  SELECT producers.id FROM producers JOIN rollup_bytes ON rollup_bytes.producer_id = producers.id AND kind = 'scans'
  WHERE producers.id = ANY (whose) AND bytes >= producers.record_quota
  ORDER BY 1 ON CONFLICT DO NOTHING;
$$;
--> statement-breakpoint
CREATE FUNCTION mark_full_for_quota() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_full(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER producers_quota_changed AFTER UPDATE OF record_quota ON producers
  FOR EACH ROW EXECUTE FUNCTION mark_full_for_quota();
--> statement-breakpoint
-- What `count_scans()` takes out of `uncounted_scans` is counted in bytes, too.
CREATE FUNCTION count_scan_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose uuid[];
BEGIN
  WITH grown AS (
    INSERT INTO rollup_bytes AS held (producer_id, kind, bytes)
    SELECT producer_id, 'scans', sum(bytes) FROM counted GROUP BY producer_id HAVING sum(bytes) <> 0 ORDER BY 1
    ON CONFLICT (producer_id, kind) DO UPDATE SET bytes = held.bytes + excluded.bytes
    RETURNING producer_id
  )
  SELECT array_agg(producer_id) INTO whose FROM grown;
  PERFORM mark_full(whose);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER scan_bytes_counted AFTER DELETE ON uncounted_scans
  REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION count_scan_bytes();
--> statement-breakpoint
-- Adds up what the other triggers note. Returns how many notes there were.
CREATE FUNCTION count_bytes() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  counted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(4702114);
  WITH gone AS (
    DELETE FROM pending_bytes RETURNING producer_id, kind, bytes
  ), held AS (
    INSERT INTO rollup_bytes AS held (producer_id, kind, bytes)
    SELECT producer_id, kind, sum(bytes) FROM gone GROUP BY 1, 2 HAVING sum(bytes) <> 0 ORDER BY 1, 2
    ON CONFLICT (producer_id, kind) DO UPDATE SET bytes = held.bytes + excluded.bytes
  )
  SELECT count(*) INTO counted FROM gone;
  RETURN counted;
END
$$;
--> statement-breakpoint
-- What each producer's records take, told from the records themselves.
CREATE VIEW stored_bytes AS
  SELECT producer_id, 'scans' AS kind, sum(scan_bytes(data, software_info, device_info, os, softwareversion))::bigint AS bytes
  FROM scans GROUP BY producer_id
  UNION ALL SELECT producer_id, 'items', sum(described_bytes(title, image, data, verificationinfos))::bigint
  FROM items WHERE deleted_at IS NULL GROUP BY producer_id
  UNION ALL SELECT producer_id, 'groups', sum(described_bytes(title, image, data, verificationinfos))::bigint
  FROM groups GROUP BY producer_id
  UNION ALL SELECT producer_id, 'webhooks', sum(octet_length(url) + object_bytes(data))::bigint
  FROM hooks WHERE deleted_at IS NULL GROUP BY producer_id
  UNION ALL SELECT items.producer_id, 'history', sum(array_bytes(history.changes))::bigint
  FROM items JOIN history ON history.item_id = items.id GROUP BY items.producer_id
  UNION ALL SELECT producer_id, 'events', sum(object_bytes(snapshot))::bigint FROM events GROUP BY producer_id;
--> statement-breakpoint
-- Measures a producer anew, in one statement that sees one moment; what is noted meanwhile is added later.
CREATE FUNCTION recount_bytes(whose uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  PERFORM pg_advisory_xact_lock(4702114);
  DELETE FROM rollup_bytes WHERE producer_id = whose;
  INSERT INTO rollup_bytes (producer_id, kind, bytes)
  SELECT whose, kind, sum(bytes) FROM (
    SELECT kind, bytes FROM stored_bytes WHERE producer_id = whose
    UNION ALL SELECT kind, -bytes FROM pending_bytes WHERE producer_id = whose
    UNION ALL SELECT 'scans', -bytes FROM uncounted_scans WHERE producer_id = whose
  ) AS told GROUP BY kind HAVING sum(bytes) <> 0;
  UPDATE producers SET storage_measured_at = coalesce(storage_measured_at, now()) WHERE id = whose;
  PERFORM mark_full(ARRAY[whose]);
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_added_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_bytes
  SELECT producer_id, 'items', sum(described_bytes(title, image, data, verificationinfos))
  FROM added WHERE deleted_at IS NULL GROUP BY producer_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER items_measured_when_added AFTER INSERT ON items
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_items();
--> statement-breakpoint
CREATE FUNCTION note_changed_item() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  grown bigint := CASE WHEN NEW.deleted_at IS NULL THEN described_bytes(NEW.title, NEW.image, NEW.data, NEW.verificationinfos) ELSE 0 END
    - CASE WHEN OLD.deleted_at IS NULL THEN described_bytes(OLD.title, OLD.image, OLD.data, OLD.verificationinfos) ELSE 0 END;
BEGIN
  IF grown <> 0 THEN
    INSERT INTO pending_bytes VALUES (NEW.producer_id, 'items', grown);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Of these columns alone: scans change the others.
CREATE TRIGGER items_measured_when_changed AFTER UPDATE OF title, image, data, verificationinfos, deleted_at ON items
  FOR EACH ROW EXECUTE FUNCTION note_changed_item();
--> statement-breakpoint
CREATE FUNCTION note_groups() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose constant uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.producer_id ELSE OLD.producer_id END;
  grown bigint := CASE WHEN TG_OP = 'DELETE' THEN 0 ELSE described_bytes(NEW.title, NEW.image, NEW.data, NEW.verificationinfos) END
    - CASE WHEN TG_OP = 'INSERT' THEN 0 ELSE described_bytes(OLD.title, OLD.image, OLD.data, OLD.verificationinfos) END;
BEGIN
  INSERT INTO pending_bytes VALUES (whose, 'groups', grown);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER groups_measured AFTER INSERT OR DELETE OR UPDATE OF title, image, data, verificationinfos ON groups
  FOR EACH ROW EXECUTE FUNCTION note_groups();
--> statement-breakpoint
CREATE FUNCTION note_hooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose constant uuid := CASE WHEN TG_OP = 'INSERT' THEN NEW.producer_id ELSE OLD.producer_id END;
  grown bigint := CASE WHEN TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN 0 ELSE octet_length(NEW.url) + object_bytes(NEW.data) END
    - CASE WHEN TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL THEN 0 ELSE octet_length(OLD.url) + object_bytes(OLD.data) END;
BEGIN
  INSERT INTO pending_bytes VALUES (whose, 'webhooks', grown);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Of these columns alone: deliveries change the others.
CREATE TRIGGER hooks_measured AFTER INSERT OR DELETE OR UPDATE OF url, data, deleted_at ON hooks
  FOR EACH ROW EXECUTE FUNCTION note_hooks();
--> statement-breakpoint
CREATE FUNCTION note_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_bytes
  SELECT items.producer_id, 'history', (CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END) * sum(array_bytes(noted.changes))
  FROM noted JOIN items ON items.id = noted.item_id GROUP BY items.producer_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER history_measured_when_added AFTER INSERT ON history
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_history();
--> statement-breakpoint
CREATE TRIGGER history_measured_when_removed AFTER DELETE ON history
  REFERENCING OLD TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_history();
--> statement-breakpoint
CREATE FUNCTION note_event_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_bytes
  SELECT producer_id, 'events', (CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END) * sum(object_bytes(snapshot))
  FROM noted GROUP BY producer_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_measured_when_added AFTER INSERT ON events
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_event_bytes();
--> statement-breakpoint
CREATE TRIGGER events_measured_when_removed AFTER DELETE ON events
  REFERENCING OLD TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_event_bytes();
--> statement-breakpoint
CREATE FUNCTION note_changed_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO pending_bytes VALUES (NEW.producer_id, 'events', object_bytes(NEW.snapshot) - object_bytes(OLD.snapshot));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_measured_when_changed AFTER UPDATE OF snapshot ON events
  FOR EACH ROW EXECUTE FUNCTION note_changed_event();
--> statement-breakpoint
-- The history of a deleted item goes with what else is left of it, as a whole, and never before.
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM items WHERE id = OLD.item_id AND deleted_at < now() - interval '90 days' AND history_length = 0
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'history is append-only';
END
$$;
--> statement-breakpoint
-- Entries may go once they are so many days old.
CREATE FUNCTION refuse_early_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - make_interval(days => TG_ARGV[0]::integer) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
DROP TRIGGER acts_append_only ON acts;--> statement-breakpoint
CREATE TRIGGER acts_append_only BEFORE UPDATE OR DELETE ON acts FOR EACH ROW EXECUTE FUNCTION refuse_early_change('730');--> statement-breakpoint
DROP TRIGGER alert_notes_append_only ON alert_notes;--> statement-breakpoint
CREATE TRIGGER alert_notes_append_only BEFORE UPDATE OR DELETE ON alert_notes FOR EACH ROW EXECUTE FUNCTION refuse_early_change('730');
