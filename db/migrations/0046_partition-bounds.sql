-- expand
-- What events, deliveries and attempts there are, and those of one or two weeks to come, will be the first partition. Foreign
-- keys end here: a partition could be dropped only after a search of all rows that might refer to it.
LOCK TABLE events, deliveries, delivery_queue, attempts IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "attempts" DROP CONSTRAINT "attempts_delivery_id_deliveries_id_fk";--> statement-breakpoint
ALTER TABLE "delivery_queue" DROP CONSTRAINT "delivery_queue_delivery_id_deliveries_id_fk";--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_event_id_events_id_fk";--> statement-breakpoint
DO $$
DECLARE
  -- The lowest id of the Monday after the next, in UTC.
  bound constant uuid := (lpad(to_hex((extract(epoch FROM
    date_trunc('week', now() AT TIME ZONE 'UTC') + interval '2 weeks') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
BEGIN
  -- Ids of demo deliveries were random. They get the time of their event.
  WITH random AS MATERIALIZED (
    SELECT id, overlay(gen_random_uuid()::text PLACING left(event_id::text, 15) FROM 1 FOR 15)::uuid AS timed
    FROM deliveries WHERE id >= bound
  ), attempt AS (
    UPDATE attempts SET delivery_id = timed FROM random WHERE delivery_id = random.id
  ), queued AS (
    UPDATE delivery_queue SET delivery_id = timed FROM random WHERE delivery_id = random.id
  )
  UPDATE deliveries SET id = timed FROM random WHERE deliveries.id = random.id;
  EXECUTE format('ALTER TABLE events ADD CONSTRAINT events_bound CHECK (id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE deliveries ADD CONSTRAINT deliveries_bound CHECK (id < %L) NOT VALID', bound);
  EXECUTE format('ALTER TABLE attempts ADD CONSTRAINT attempts_bound CHECK (delivery_id < %L) NOT VALID', bound);
END
$$;
