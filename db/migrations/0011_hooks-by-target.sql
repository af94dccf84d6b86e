CREATE INDEX "delivery_queue_by_due" ON "delivery_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "hooks_of_producer" ON "hooks" USING btree ("producer_id") WHERE item_id is null and group_id is null and deleted_at is null;--> statement-breakpoint
-- A delivery for each hook that waits: of the producer, of the item, of the group, each found by its own index.
CREATE OR REPLACE FUNCTION deliver_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH delivery AS (
    INSERT INTO deliveries (event_id, hook_id, hook, created_at)
    SELECT event.id, hook.id, to_jsonb(hook) - ARRAY['secret', 'previous_secret', 'previous_secret_until'], event.created_at
    FROM announced event CROSS JOIN LATERAL (
      SELECT hooks.* FROM hooks
      WHERE hooks.producer_id = event.producer_id AND item_id IS NULL AND group_id IS NULL AND deleted_at IS NULL
        AND event.only_for_hook IS NULL AND events && ARRAY[event.type, '*']
      UNION ALL
      SELECT hooks.* FROM hooks
      WHERE item_id = (event.snapshot -> 'item' ->> 'id')::bigint AND deleted_at IS NULL
        AND event.only_for_hook IS NULL AND events && ARRAY[event.type, '*']
      UNION ALL
      SELECT hooks.* FROM hooks
      WHERE group_id = (event.snapshot -> 'group' ->> 'id')::uuid AND deleted_at IS NULL
        AND event.only_for_hook IS NULL AND events && ARRAY[event.type, '*']
      UNION ALL
      SELECT hooks.* FROM hooks
      WHERE hooks.id = event.only_for_hook AND hooks.producer_id = event.producer_id AND deleted_at IS NULL
    ) hook
    RETURNING id, hook_id, created_at
  )
  -- Due by the clock of the database, as all claims are made by it.
  INSERT INTO delivery_queue (delivery_id, hook_id, due_at)
  SELECT delivery.id, hook_id, now()
  FROM delivery JOIN hooks ON hooks.id = hook_id WHERE switched_off_at IS NULL;
  RETURN NULL;
END
$$;
