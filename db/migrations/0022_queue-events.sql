CREATE TABLE "unqueued_events" (
	"producer_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	CONSTRAINT "unqueued_events_producer_id_event_id_pk" PRIMARY KEY("producer_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "unqueued_events" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- Events that there are have their deliveries. Without a default: one that names no hooks is refused, not forgotten.
ALTER TABLE "events" ADD COLUMN "hooks" jsonb NOT NULL DEFAULT '[]';--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "hooks" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_hooks_array" CHECK (jsonb_typeof("events"."hooks") = 'array');--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "only_for_hook";--> statement-breakpoint
DROP TRIGGER events_delivered ON events;--> statement-breakpoint
DROP FUNCTION deliver_events();--> statement-breakpoint
-- The transaction that emits an event notes it here, and wakes the deliverers once it commits.
CREATE FUNCTION note_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unqueued_events (producer_id, event_id) SELECT producer_id, id FROM announced WHERE hooks <> '[]';
  IF FOUND THEN
    PERFORM pg_notify('deliveries', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_noted AFTER INSERT ON events
  REFERENCING NEW TABLE AS announced FOR EACH STATEMENT EXECUTE FUNCTION note_events();
