-- Scans are noted as they are recorded, with the rows that their events speak of; whoever delivers makes events of them.
CREATE TABLE "unannounced_scans" (
	"id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	"hooks" uuid[] NOT NULL,
	"producer" jsonb NOT NULL,
	"scan" "scans" NOT NULL,
	"item" "items" NOT NULL,
	"group" "groups",
	CONSTRAINT "unannounced_scans_producer_id_id_pk" PRIMARY KEY("producer_id","id")
);
--> statement-breakpoint
-- What lives for a moment is not worth compressing.
ALTER TABLE "unannounced_scans" ALTER COLUMN "scan" SET STORAGE EXTERNAL, ALTER COLUMN "item" SET STORAGE EXTERNAL, ALTER COLUMN "group" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "unannounced_scans" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- Events that there are have their deliveries. Without a default: one that names no hooks is refused, not forgotten.
ALTER TABLE "events" ADD COLUMN "hooks" uuid[] NOT NULL DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "hooks" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "only_for_hook";--> statement-breakpoint
-- A delivery for each hook of the event. One that was deleted or switched off meanwhile is sent nothing.
CREATE OR REPLACE FUNCTION deliver_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH hook AS MATERIALIZED (
    SELECT id, switched_off_at, to_jsonb(hooks) - ARRAY['secret', 'previous_secret', 'previous_secret_until'] AS shown
    FROM hooks WHERE id IN (SELECT unnest(announced.hooks) FROM announced)
  ), delivery AS (
    INSERT INTO deliveries (event_id, hook_id, hook, created_at)
    SELECT event.id, hook.id, hook.shown, event.created_at
    FROM announced event CROSS JOIN unnest(event.hooks) AS told(hook_id) JOIN hook ON hook.id = told.hook_id
    RETURNING id, hook_id
  )
  -- Due by the clock of the database, as all claims are made by it.
  INSERT INTO delivery_queue (delivery_id, hook_id, due_at)
  SELECT delivery.id, hook_id, now()
  FROM delivery JOIN hook ON hook.id = hook_id WHERE switched_off_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER unannounced_scans_noted AFTER INSERT ON unannounced_scans
  REFERENCING NEW TABLE AS queued FOR EACH STATEMENT EXECUTE FUNCTION say_deliveries_are_due();
