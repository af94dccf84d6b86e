ALTER TABLE acts RENAME TO audit_events;
--> statement-breakpoint
ALTER TABLE suspicions RENAME TO reports;
--> statement-breakpoint
ALTER TABLE tries RENAME TO attempts;
--> statement-breakpoint
ALTER TABLE sign_in_tries RENAME TO sign_in_attempts;
--> statement-breakpoint
ALTER TABLE retention_walks RENAME TO retention_cursors;
--> statement-breakpoint
ALTER TABLE uncounted_scans RENAME TO pending_rollups;
--> statement-breakpoint
ALTER TABLE counted_fakes RENAME TO rollup_item_fakes;
--> statement-breakpoint
ALTER TABLE counted_items RENAME TO rollup_item_days;
--> statement-breakpoint
ALTER TABLE counted_cells RENAME TO rollup_cells;
--> statement-breakpoint
ALTER TABLE counted_month_cells RENAME TO rollup_month_cells;
--> statement-breakpoint
ALTER TABLE counted_days RENAME TO rollup_days;
--> statement-breakpoint
ALTER TABLE counted_hours RENAME TO rollup_hours;
--> statement-breakpoint
ALTER TABLE unqueued_events RENAME TO pending_events;
--> statement-breakpoint
ALTER TABLE audit_events RENAME COLUMN act TO action;
--> statement-breakpoint
ALTER TABLE alert_mails RENAME COLUMN tries_made TO attempts_made;
--> statement-breakpoint
ALTER TABLE delivery_queue RENAME COLUMN tries_made TO attempts_made;
--> statement-breakpoint
ALTER TABLE alerts RENAME COLUMN fired_at TO opened_at;
--> statement-breakpoint
ALTER TABLE alert_rules RENAME COLUMN judged_until TO evaluated_until;
--> statement-breakpoint
ALTER TABLE retention_cursors RENAME COLUMN walk TO kind;
--> statement-breakpoint
ALTER VIEW uncounted RENAME TO pending_scans;
--> statement-breakpoint
ALTER VIEW uncounted_cells RENAME TO pending_cells;
--> statement-breakpoint
ALTER VIEW uncounted_facets RENAME TO pending_facets;
--> statement-breakpoint
ALTER VIEW uncounted_items RENAME TO pending_items;
--> statement-breakpoint
ALTER TABLE delivery_queue RENAME CONSTRAINT "delivery_queue_tries" TO "delivery_queue_attempts";
--> statement-breakpoint
ALTER TABLE attempts RENAME CONSTRAINT "tries_answer" TO "attempts_answer";
--> statement-breakpoint
ALTER TABLE attempts RENAME CONSTRAINT "tries_answered_or_failed" TO "attempts_answered_or_failed";
--> statement-breakpoint
ALTER TABLE attempts RENAME CONSTRAINT "tries_delivery_id_deliveries_id_fk" TO "attempts_delivery_id_deliveries_id_fk";
--> statement-breakpoint
ALTER TABLE attempts RENAME CONSTRAINT "tries_latency" TO "attempts_latency";
--> statement-breakpoint
ALTER TABLE attempts RENAME CONSTRAINT "tries_of_delivery" TO "attempts_of_delivery";
--> statement-breakpoint
ALTER TABLE attempts RENAME CONSTRAINT "tries_pkey" TO "attempts_pkey";
--> statement-breakpoint
ALTER TABLE sign_in_attempts RENAME CONSTRAINT "sign_in_tries_failed" TO "sign_in_attempts_failed";
--> statement-breakpoint
ALTER TABLE sign_in_attempts RENAME CONSTRAINT "sign_in_tries_key_length" TO "sign_in_attempts_key_length";
--> statement-breakpoint
ALTER TABLE sign_in_attempts RENAME CONSTRAINT "sign_in_tries_pkey" TO "sign_in_attempts_pkey";
--> statement-breakpoint
ALTER TABLE audit_events RENAME CONSTRAINT "acts_act" TO "audit_events_act";
--> statement-breakpoint
ALTER TABLE audit_events RENAME CONSTRAINT "acts_actor_type" TO "audit_events_actor_type";
--> statement-breakpoint
ALTER TABLE audit_events RENAME CONSTRAINT "acts_changes_array" TO "audit_events_changes_array";
--> statement-breakpoint
ALTER TABLE audit_events RENAME CONSTRAINT "acts_pkey" TO "audit_events_pkey";
--> statement-breakpoint
ALTER TABLE audit_events RENAME CONSTRAINT "acts_producer_id_producers_id_fk" TO "audit_events_producer_id_producers_id_fk";
--> statement-breakpoint
ALTER TABLE audit_events RENAME CONSTRAINT "acts_target_kind" TO "audit_events_target_kind";
--> statement-breakpoint
ALTER TABLE rollup_cells RENAME CONSTRAINT "counted_cells_producer_id_level_day_x_y_pk" TO "rollup_cells_producer_id_level_day_x_y_pk";
--> statement-breakpoint
ALTER TABLE rollup_days RENAME CONSTRAINT "counted_days_producer_id_facet_day_value_pk" TO "rollup_days_producer_id_facet_day_value_pk";
--> statement-breakpoint
ALTER TABLE rollup_hours RENAME CONSTRAINT "counted_hours_producer_id_facet_hour_value_pk" TO "rollup_hours_producer_id_facet_hour_value_pk";
--> statement-breakpoint
ALTER TABLE rollup_item_days RENAME CONSTRAINT "counted_items_producer_id_day_chunk_pk" TO "rollup_item_days_producer_id_day_chunk_pk";
--> statement-breakpoint
ALTER TABLE rollup_month_cells RENAME CONSTRAINT "counted_month_cells_producer_id_level_month_x_y_pk" TO "rollup_month_cells_producer_id_level_month_x_y_pk";
--> statement-breakpoint
ALTER TABLE pending_rollups RENAME CONSTRAINT "uncounted_scans_n" TO "pending_rollups_n";
--> statement-breakpoint
ALTER TABLE alert_mails RENAME CONSTRAINT "alert_mails_tries" TO "alert_mails_attempts";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_code_length" TO "reports_code_length";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_email" TO "reports_email";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_item_has_producer" TO "reports_item_has_producer";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_item_of_producer" TO "reports_item_of_producer";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_kind" TO "reports_kind";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_of_item_or_code" TO "reports_of_item_or_code";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_pkey" TO "reports_pkey";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_producer_id_producers_id_fk" TO "reports_producer_id_producers_id_fk";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_scan_id_scans_id_fk" TO "reports_scan_id_scans_id_fk";
--> statement-breakpoint
ALTER TABLE reports RENAME CONSTRAINT "suspicions_text" TO "reports_text";
--> statement-breakpoint
ALTER TABLE retention_cursors RENAME CONSTRAINT "retention_walks_producer_id_walk_pk" TO "retention_cursors_producer_id_kind_pk";
--> statement-breakpoint
ALTER TABLE retention_cursors RENAME CONSTRAINT "retention_walks_walk" TO "retention_cursors_kind";
--> statement-breakpoint
ALTER TABLE rollup_item_fakes RENAME CONSTRAINT "counted_fakes_producer_id_stretch_first_item_id_pk" TO "rollup_item_fakes_producer_id_stretch_first_item_id_pk";
--> statement-breakpoint
ALTER TABLE rollup_item_fakes RENAME CONSTRAINT "counted_fakes_stretch" TO "rollup_item_fakes_stretch";
--> statement-breakpoint
ALTER TABLE pending_events RENAME CONSTRAINT "unqueued_events_producer_id_event_id_pk" TO "pending_events_producer_id_event_id_pk";
--> statement-breakpoint
ALTER INDEX "acts_of_producer" RENAME TO "audit_events_of_producer";
--> statement-breakpoint
ALTER INDEX "acts_of_producer_by_kind" RENAME TO "audit_events_of_producer_by_kind";
--> statement-breakpoint
ALTER INDEX "acts_of_target" RENAME TO "audit_events_of_target";
--> statement-breakpoint
ALTER INDEX "alert_rules_to_judge" RENAME TO "alert_rules_to_evaluate";
--> statement-breakpoint
ALTER INDEX "counted_fakes_by_rank" RENAME TO "rollup_item_fakes_by_rank";
--> statement-breakpoint
ALTER INDEX "sign_in_tries_ended" RENAME TO "sign_in_attempts_ended";
--> statement-breakpoint
ALTER INDEX "suspicions_by_item" RENAME TO "reports_by_item";
--> statement-breakpoint
ALTER INDEX "suspicions_by_producer" RENAME TO "reports_by_producer";
--> statement-breakpoint
ALTER INDEX "suspicions_by_scan" RENAME TO "reports_by_scan";
--> statement-breakpoint
ALTER INDEX "suspicions_of_nobody" RENAME TO "reports_unclaimed";
--> statement-breakpoint
ALTER INDEX "sightings_of_nobody" RENAME TO "sightings_unclaimed";
--> statement-breakpoint
ALTER INDEX "sightings_of_nobody_by_identifier" RENAME TO "sightings_unclaimed_by_identifier";
--> statement-breakpoint
ALTER INDEX "suspicions_without_words" RENAME TO "reports_without_words";
--> statement-breakpoint
ALTER SEQUENCE "acts_id_seq" RENAME TO "audit_events_id_seq";
--> statement-breakpoint
ALTER SEQUENCE "tries_id_seq" RENAME TO "attempts_id_seq";
--> statement-breakpoint
ALTER TRIGGER acts_append_only ON audit_events RENAME TO audit_events_append_only;
--> statement-breakpoint
ALTER TRIGGER acts_not_truncated ON audit_events RENAME TO audit_events_not_truncated;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.count_fakes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO rollup_item_fakes AS held (producer_id, stretch, first, item_id, fakes)
  SELECT producer_id, of.stretch, of.first, item_id, sum(n)
  FROM counted, stretches_of(timestamp AT TIME ZONE 'UTC') AS of
  WHERE copyclassification = 'fake' GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
  ON CONFLICT (producer_id, stretch, first, item_id) DO UPDATE SET fakes = held.fakes + excluded.fakes;
  -- Counts of nothing tell what was there.
  DELETE FROM rollup_item_fakes AS held USING (
    SELECT DISTINCT producer_id, of.stretch, of.first, item_id
    FROM counted, stretches_of(timestamp AT TIME ZONE 'UTC') AS of WHERE n < 0 AND copyclassification = 'fake'
  ) AS past
  WHERE (held.producer_id, held.stretch, held.first, held.item_id) = (past.producer_id, past.stretch, past.first, past.item_id)
    AND held.fakes = 0;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.count_scans(whose uuid[], most bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  counted bigint;
  -- Of scans that changed or went.
  past_producers uuid[];
  past_days date[];
  past_items bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  WITH taken AS (
    -- What came before what went: the bit of an item that is no longer scanned on a day is cleared at last.
    DELETE FROM pending_rollups WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM pending_rollups WHERE whose IS NULL OR producer_id = ANY (whose) ORDER BY n DESC LIMIT most))
    RETURNING *
  ), told AS (
    SELECT *, date_trunc('hour', timestamp, 'UTC') AS hour, (timestamp AT TIME ZONE 'UTC')::date AS day,
      CASE copyclassification WHEN 'original' THEN n ELSE 0 END::integer AS original,
      CASE copyclassification WHEN 'fake' THEN n ELSE 0 END::integer AS fake,
      CASE copyclassification WHEN 'unknown' THEN n ELSE 0 END::integer AS unknown,
      CASE copyclassification WHEN 'error' THEN n ELSE 0 END::integer AS error
    FROM taken
  ), of_all AS (
    SELECT producer_id, n, hour, day, country, os, group_id, latitude, longitude, original, fake, unknown, error FROM told
    UNION ALL
    SELECT everybody, n, hour, day, country, os, NULL, latitude, longitude, original, fake, unknown, error FROM told
  ), by_facet AS (
    SELECT producer_id, facet, hour, day,
      CASE facet WHEN 'country' THEN coalesce(country, 'ZZ') WHEN 'os' THEN coalesce(system_of(os), '')
        ELSE coalesce(group_id::text, '') END COLLATE "C" AS value,
      original, fake, unknown, error
    FROM of_all, (VALUES ('country' COLLATE "C"), ('os'), ('group')) AS facets(facet)
    WHERE facet <> 'group' OR producer_id <> everybody
  ), by_cell AS (
    SELECT producer_id, level, day, date_trunc('month', day::timestamp)::date AS month, tile_x(longitude, level) AS x,
      tile_y(latitude, level) AS y, original, fake, unknown, error,
      n * round(latitude * 1000000)::bigint AS latitude_sum, n * round(longitude * 1000000)::bigint AS longitude_sum
    FROM of_all, (VALUES (6::smallint), (9::smallint)) AS levels(level) WHERE latitude IS NOT NULL
  ), by_item AS (
    SELECT producer_id, day, item_id >> 12 AS chunk, set_bit(B'0'::bit(4096), (item_id & 4095)::integer, 1) AS items
    FROM told WHERE n > 0
  ), hours AS (
    INSERT INTO rollup_hours AS held (producer_id, facet, hour, value, original, fake, unknown, error)
    SELECT producer_id, facet, hour, value, sum(original), sum(fake), sum(unknown), sum(error)
    FROM by_facet GROUP BY 1, 2, 3, 4
    ON CONFLICT (producer_id, facet, hour, value) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
  ), days AS (
    INSERT INTO rollup_days AS held (producer_id, facet, day, value, original, fake, unknown, error)
    SELECT producer_id, facet, day, value, sum(original), sum(fake), sum(unknown), sum(error)
    FROM by_facet GROUP BY 1, 2, 3, 4
    ON CONFLICT (producer_id, facet, day, value) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
  ), cells AS (
    INSERT INTO rollup_cells AS held
      (producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, day, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
    FROM by_cell GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, day, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), month_cells AS (
    INSERT INTO rollup_month_cells AS held
      (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, month, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
    FROM by_cell GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, month, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), items AS (
    INSERT INTO rollup_item_days AS held (producer_id, day, chunk, items)
    SELECT producer_id, day, chunk, bit_or(items) FROM by_item GROUP BY 1, 2, 3
    ON CONFLICT (producer_id, day, chunk) DO UPDATE SET items = held.items | excluded.items
      WHERE held.items <> held.items | excluded.items
  )
  SELECT count(*), array_agg(producer_id) FILTER (WHERE n < 0), array_agg(day) FILTER (WHERE n < 0),
    array_agg(item_id) FILTER (WHERE n < 0)
  INTO counted, past_producers, past_days, past_items FROM told;
  IF past_producers IS NULL THEN
    RETURN counted;
  END IF;
  -- Counts of nothing tell what was there.
  WITH past AS (
    SELECT DISTINCT of.producer_id, day FROM unnest(past_producers, past_days) AS past(producer_id, day)
      CROSS JOIN LATERAL (VALUES (past.producer_id), (everybody)) AS of(producer_id)
  ), hours AS (
    DELETE FROM rollup_hours AS held USING past
    WHERE held.producer_id = past.producer_id AND held.facet IN ('country', 'os', 'group')
      AND held.hour >= past.day::timestamp AT TIME ZONE 'UTC' AND held.hour < (past.day + 1)::timestamp AT TIME ZONE 'UTC'
      AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0)
  ), days AS (
    DELETE FROM rollup_days AS held USING past
    WHERE held.producer_id = past.producer_id AND held.facet IN ('country', 'os', 'group') AND held.day = past.day
      AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0)
  ), month_cells AS (
    DELETE FROM rollup_month_cells AS held
    USING (SELECT DISTINCT producer_id, date_trunc('month', day::timestamp)::date AS month FROM past) AS past
    WHERE held.producer_id = past.producer_id AND held.level IN (6, 9) AND held.month = past.month
      AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0)
  )
  DELETE FROM rollup_cells AS held USING past
  WHERE held.producer_id = past.producer_id AND held.level IN (6, 9) AND held.day = past.day
    AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0);
  -- What is scanned meanwhile is counted later, and sets its bit again.
  UPDATE rollup_item_days AS held SET items = held.items & ~ past.items
  FROM (
    SELECT producer_id, day, item_id >> 12 AS chunk, bit_or(set_bit(B'0'::bit(4096), (item_id & 4095)::integer, 1)) AS items
    FROM (SELECT DISTINCT * FROM unnest(past_producers, past_days, past_items)) AS past(producer_id, day, item_id)
    WHERE NOT EXISTS (
      SELECT FROM scans WHERE scans.item_id = past.item_id AND scans.producer_id = past.producer_id
        AND scans.timestamp >= past.day::timestamp AT TIME ZONE 'UTC'
        AND scans.timestamp < (past.day + 1)::timestamp AT TIME ZONE 'UTC')
    GROUP BY 1, 2, 3
  ) AS past
  WHERE held.producer_id = past.producer_id AND held.day = past.day AND held.chunk = past.chunk;
  RETURN counted;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_added_scans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO pending_rollups
    (n, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, bytes)
  SELECT 1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude,
    scan_bytes(data, software_info, device_info, os, softwareversion)
  FROM added;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_changed_scans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
  INSERT INTO pending_rollups
    (n, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, bytes)
  SELECT 1, * FROM (SELECT * FROM present EXCEPT ALL SELECT * FROM past) AS more
  UNION ALL
  SELECT -1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, -bytes
  FROM (SELECT * FROM past EXCEPT ALL SELECT * FROM present) AS less;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO pending_events (producer_id, event_id) SELECT producer_id, id FROM announced WHERE hooks <> '[]';
  IF FOUND THEN
    PERFORM pg_notify('deliveries', '');
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.note_removed_scans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO pending_rollups
    (n, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude, bytes)
  SELECT -1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude,
    -scan_bytes(data, software_info, device_info, os, softwareversion)
  FROM removed;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.recount_bytes(whose uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  PERFORM pg_advisory_xact_lock(4702114);
  DELETE FROM rollup_bytes WHERE producer_id = whose;
  INSERT INTO rollup_bytes (producer_id, kind, bytes)
  SELECT whose, kind, sum(bytes) FROM (
    SELECT kind, bytes FROM stored_bytes WHERE producer_id = whose
    UNION ALL SELECT kind, -bytes FROM pending_bytes WHERE producer_id = whose
    UNION ALL SELECT 'scans', -bytes FROM pending_rollups WHERE producer_id = whose
  ) AS told GROUP BY kind HAVING sum(bytes) <> 0;
  UPDATE producers SET storage_measured_at = coalesce(storage_measured_at, now()) WHERE id = whose;
  PERFORM mark_full(ARRAY[whose]);
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.recount_fakes(whose uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  DELETE FROM rollup_item_fakes WHERE producer_id = whose;
  INSERT INTO rollup_item_fakes (producer_id, stretch, first, item_id, fakes)
  SELECT whose, of.stretch, of.first, item_id, sum(n)
  FROM (
    SELECT item_id, timestamp, 1 AS n FROM scans WHERE producer_id = whose AND copyclassification = 'fake'
    UNION ALL SELECT item_id, timestamp, -n FROM pending_rollups WHERE producer_id = whose AND copyclassification = 'fake'
  ) AS told, stretches_of(timestamp AT TIME ZONE 'UTC') AS of
  GROUP BY 2, 3, 4 HAVING sum(n) <> 0;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.recount_month_cells(of_month date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  whose constant uuid[] := array(SELECT id FROM producers UNION ALL SELECT '00000000-0000-0000-0000-000000000000');
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  DELETE FROM rollup_month_cells WHERE producer_id = ANY (whose) AND level IN (6, 9) AND month = of_month;
  INSERT INTO rollup_month_cells
    (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
  SELECT producer_id, level, of_month, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
  FROM rollup_cells
  WHERE producer_id = ANY (whose) AND level IN (6, 9) AND day >= of_month AND day < of_month + interval '1 month'
  GROUP BY producer_id, level, x, y;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.recount_scans(first date, before date)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  whose constant uuid[] := array(SELECT id FROM producers UNION ALL SELECT '00000000-0000-0000-0000-000000000000');
  first_moment constant timestamptz := first::timestamp AT TIME ZONE 'UTC';
  end_moment constant timestamptz := before::timestamp AT TIME ZONE 'UTC';
BEGIN
  PERFORM count_scans();
  DELETE FROM rollup_hours WHERE producer_id = ANY (whose) AND facet IN ('country', 'os', 'group')
    AND hour >= first_moment AND hour < end_moment;
  DELETE FROM rollup_days WHERE producer_id = ANY (whose) AND facet IN ('country', 'os', 'group')
    AND day >= first AND day < before;
  WITH gone AS (
    DELETE FROM rollup_cells WHERE producer_id = ANY (whose) AND level IN (6, 9) AND day >= first AND day < before
    RETURNING *
  ), of_months AS (
    SELECT producer_id, level, date_trunc('month', day::timestamp)::date AS month, x, y, sum(original) AS original, sum(fake) AS fake,
      sum(unknown) AS unknown, sum(error) AS error, sum(latitude_sum) AS latitude_sum, sum(longitude_sum) AS longitude_sum
    FROM gone GROUP BY 1, 2, 3, 4, 5
  )
  UPDATE rollup_month_cells AS held SET original = held.original - gone.original, fake = held.fake - gone.fake,
    unknown = held.unknown - gone.unknown, error = held.error - gone.error,
    latitude_sum = held.latitude_sum - gone.latitude_sum, longitude_sum = held.longitude_sum - gone.longitude_sum
  FROM of_months AS gone
  WHERE (held.producer_id, held.level, held.month, held.x, held.y) = (gone.producer_id, gone.level, gone.month, gone.x, gone.y);
  DELETE FROM rollup_item_days WHERE producer_id = ANY (whose) AND day >= first AND day < before;
  INSERT INTO pending_rollups
  SELECT 1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude
  FROM scans WHERE producer_id = ANY (whose) AND timestamp >= first_moment AND timestamp < end_moment;
  PERFORM count_scans();
END
$function$;
--> statement-breakpoint
DROP FUNCTION IF EXISTS count_bytes();
--> statement-breakpoint
UPDATE loop_states SET loop = 'evaluatingRules' WHERE loop = 'judgingRules';
--> statement-breakpoint
UPDATE set_aside SET loop = 'evaluatingRules' WHERE loop = 'judgingRules';
--> statement-breakpoint
ALTER TABLE retention_cursors DROP CONSTRAINT retention_cursors_kind;
--> statement-breakpoint
UPDATE retention_cursors SET kind = 'reports' WHERE kind = 'suspicions';
--> statement-breakpoint
ALTER TABLE retention_cursors ADD CONSTRAINT retention_cursors_kind CHECK (kind in ('places', 'devices', 'images', 'sightingPlaces', 'sightingDevices', 'reports'));
