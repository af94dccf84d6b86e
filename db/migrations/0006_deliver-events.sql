-- The transaction that emits an event makes its deliveries: one for each waiting hook.
CREATE FUNCTION deliver_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH delivery AS (
    INSERT INTO deliveries (event_id, hook_id, hook, created_at)
    SELECT event.id, hook.id, to_jsonb(hook) - ARRAY['secret', 'previous_secret', 'previous_secret_until'], event.created_at
    FROM announced event JOIN hooks hook ON hook.producer_id = event.producer_id
    WHERE hook.deleted_at IS NULL
      AND (event.only_for_hook = hook.id OR event.only_for_hook IS NULL
        AND hook.events && ARRAY[event.type, '*']
        AND (hook.item_id IS NULL AND hook.group_id IS NULL
          OR hook.item_id = (event.snapshot -> 'item' ->> 'id')::bigint
          OR hook.group_id = (event.snapshot -> 'group' ->> 'id')::uuid))
    RETURNING id, hook_id, created_at
  )
  INSERT INTO delivery_queue (delivery_id, hook_id, due_at)
  SELECT delivery.id, hook_id, delivery.created_at
  FROM delivery JOIN hooks ON hooks.id = hook_id WHERE switched_off_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER events_delivered AFTER INSERT ON events
  REFERENCING NEW TABLE AS announced FOR EACH STATEMENT EXECUTE FUNCTION deliver_events();
--> statement-breakpoint
-- Wakes the deliverers once this commits.
CREATE FUNCTION say_deliveries_are_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM queued) THEN
    PERFORM pg_notify('deliveries', '');
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER delivery_queue_filled AFTER INSERT ON delivery_queue
  REFERENCING NEW TABLE AS queued FOR EACH STATEMENT EXECUTE FUNCTION say_deliveries_are_due();
--> statement-breakpoint
ALTER TABLE delivery_queue SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
