-- expand
-- Each table becomes the first partition of a table with its name. No row is read or written: the constraints show that all
-- rows belong there. Partitions have a schema of their own, where indexes and constraints keep their names.
LOCK TABLE events, deliveries, attempts IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
CREATE SCHEMA partitions;--> statement-breakpoint
DROP TRIGGER events_noted ON events;--> statement-breakpoint
DROP TRIGGER events_measured_when_added ON events;--> statement-breakpoint
DROP TRIGGER events_measured_when_removed ON events;--> statement-breakpoint
DROP TRIGGER events_measured_when_changed ON events;--> statement-breakpoint
ALTER TABLE attempts ALTER COLUMN id SET NOT NULL;--> statement-breakpoint
ALTER TABLE attempts DROP CONSTRAINT attempts_pkey;--> statement-breakpoint
ALTER TABLE events SET SCHEMA partitions;--> statement-breakpoint
ALTER TABLE deliveries SET SCHEMA partitions;--> statement-breakpoint
ALTER TABLE attempts SET SCHEMA partitions;--> statement-breakpoint
ALTER TABLE partitions.events RENAME TO events_first;--> statement-breakpoint
ALTER TABLE partitions.deliveries RENAME TO deliveries_first;--> statement-breakpoint
ALTER TABLE partitions.attempts RENAME TO attempts_first;--> statement-breakpoint
CREATE TABLE events (LIKE partitions.events_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (id);--> statement-breakpoint
CREATE TABLE deliveries (LIKE partitions.deliveries_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (id);--> statement-breakpoint
CREATE TABLE attempts (LIKE partitions.attempts_first INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY RANGE (delivery_id);--> statement-breakpoint
ALTER TABLE events DROP CONSTRAINT events_bound;--> statement-breakpoint
ALTER TABLE deliveries DROP CONSTRAINT deliveries_bound;--> statement-breakpoint
ALTER TABLE attempts DROP CONSTRAINT attempts_bound;--> statement-breakpoint
ALTER TABLE events ADD PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE events ADD CONSTRAINT events_producer_id_producers_id_fk FOREIGN KEY (producer_id) REFERENCES producers (id);--> statement-breakpoint
CREATE INDEX events_by_producer ON events (producer_id, created_at, id);--> statement-breakpoint
CREATE INDEX events_of_scan_images ON events ((snapshot #>> '{content,scan_id}'))
  WHERE type IN ('contentCreated', 'contentDeleted') AND snapshot #>> '{content,scan_id}' IS NOT NULL;--> statement-breakpoint
ALTER TABLE deliveries ADD PRIMARY KEY (id);--> statement-breakpoint
ALTER TABLE deliveries ADD CONSTRAINT deliveries_hook_id_hooks_id_fk FOREIGN KEY (hook_id) REFERENCES hooks (id);--> statement-breakpoint
CREATE INDEX deliveries_by_hook ON deliveries (hook_id, created_at, id);--> statement-breakpoint
CREATE INDEX deliveries_by_event ON deliveries (event_id);--> statement-breakpoint
ALTER TABLE attempts ADD CONSTRAINT attempts_of_delivery UNIQUE (delivery_id, started_at);--> statement-breakpoint
DO $$
DECLARE
  -- Of the constraints.
  bound constant text := (SELECT substring(pg_get_constraintdef(oid) FROM '''(.*)''') FROM pg_constraint
    WHERE conname = 'events_bound' AND conrelid = 'partitions.events_first'::regclass);
  -- A column of a partition has no numbers of its own.
  number constant bigint := nextval('partitions.attempts_id_seq');
BEGIN
  ALTER TABLE partitions.attempts_first ALTER COLUMN id DROP IDENTITY;
  EXECUTE format('ALTER TABLE attempts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (SEQUENCE NAME attempts_id_seq START %s)', number);
  EXECUTE format('ALTER TABLE events ATTACH PARTITION partitions.events_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  EXECUTE format('ALTER TABLE deliveries ATTACH PARTITION partitions.deliveries_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  EXECUTE format('ALTER TABLE attempts ATTACH PARTITION partitions.attempts_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END
$$;--> statement-breakpoint
ALTER TABLE partitions.events_first DROP CONSTRAINT events_bound;--> statement-breakpoint
ALTER TABLE partitions.deliveries_first DROP CONSTRAINT deliveries_bound;--> statement-breakpoint
ALTER TABLE partitions.attempts_first DROP CONSTRAINT attempts_bound;--> statement-breakpoint
-- For ids of a time without a partition: nothing is ever refused for want of one. Further ones are made by the service.
CREATE TABLE partitions.events_other PARTITION OF events DEFAULT;--> statement-breakpoint
CREATE TABLE partitions.deliveries_other PARTITION OF deliveries DEFAULT;--> statement-breakpoint
CREATE TABLE partitions.attempts_other PARTITION OF attempts DEFAULT;--> statement-breakpoint
CREATE TRIGGER events_noted AFTER INSERT ON events
  REFERENCING NEW TABLE AS announced FOR EACH STATEMENT EXECUTE FUNCTION note_events();--> statement-breakpoint
CREATE TRIGGER events_measured_when_added AFTER INSERT ON events
  REFERENCING NEW TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_event_bytes();--> statement-breakpoint
CREATE TRIGGER events_measured_when_removed AFTER DELETE ON events
  REFERENCING OLD TABLE AS noted FOR EACH STATEMENT EXECUTE FUNCTION note_event_bytes();--> statement-breakpoint
CREATE TRIGGER events_measured_when_changed AFTER UPDATE OF snapshot ON events
  FOR EACH ROW EXECUTE FUNCTION note_changed_event();--> statement-breakpoint
-- The same view, on the new table of events.
CREATE OR REPLACE VIEW stored_bytes AS
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
