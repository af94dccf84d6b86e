-- contract, for builds with 0056_identifiers-of-sandboxes
ALTER TABLE "batch_codes" DROP CONSTRAINT "batch_codes_identifier_identifiers_identifier_fk";--> statement-breakpoint
ALTER TABLE "printed_labels" DROP CONSTRAINT "printed_labels_identifier_identifiers_identifier_fk";--> statement-breakpoint
ALTER TABLE "items" DROP CONSTRAINT "items_identifier_of_producer";--> statement-breakpoint
ALTER TABLE "identifiers" DROP CONSTRAINT "identifiers_producer_id_producers_id_fk";--> statement-breakpoint
ALTER TABLE "identifiers" DROP CONSTRAINT "identifiers_of_producer";--> statement-breakpoint
ALTER TABLE "identifiers" DROP CONSTRAINT "identifiers_pkey";--> statement-breakpoint
ALTER TABLE "identifiers" ADD CONSTRAINT "identifiers_pkey" PRIMARY KEY USING INDEX "identifiers_in_sandbox";--> statement-breakpoint
ALTER TABLE "identifiers" ADD CONSTRAINT "identifiers_of_producer" UNIQUE USING INDEX "identifiers_of_producer_in_sandbox";--> statement-breakpoint
DROP INDEX "identifiers_in_byte_order";--> statement-breakpoint
DROP INDEX "items_identifier";--> statement-breakpoint
ALTER INDEX "items_in_sandbox" RENAME TO "items_identifier";--> statement-breakpoint
ALTER TABLE "batch_codes" DROP CONSTRAINT "batch_codes_identifier";--> statement-breakpoint
ALTER TABLE "batch_codes" ADD CONSTRAINT "batch_codes_identifier" UNIQUE USING INDEX "batch_codes_in_sandbox";--> statement-breakpoint
-- Of the same rows as before, so they need no new look at large tables.
ALTER TABLE "identifiers" ADD CONSTRAINT "identifiers_producer" FOREIGN KEY ("producer_id","sandbox") REFERENCES "public"."producers"("id","sandbox") NOT VALID;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_identifier_of_producer" FOREIGN KEY ("identifier","sandbox","producer_id") REFERENCES "public"."identifiers"("identifier","sandbox","producer_id") NOT VALID;--> statement-breakpoint
ALTER TABLE "batch_codes" ADD CONSTRAINT "batch_codes_identifier_of_sandbox" FOREIGN KEY ("identifier","sandbox") REFERENCES "public"."identifiers"("identifier","sandbox") NOT VALID;--> statement-breakpoint
ALTER TABLE "printed_labels" ADD CONSTRAINT "printed_labels_identifier_of_sandbox" FOREIGN KEY ("identifier","sandbox") REFERENCES "public"."identifiers"("identifier","sandbox") NOT VALID;--> statement-breakpoint
-- Codes of sandboxes resemble no producer's.
CREATE OR REPLACE FUNCTION identifiers_beside(code text, each_way integer)
  RETURNS TABLE (identifier text, producer_id uuid)
  LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
AS $$
  (SELECT i.identifier, i.producer_id FROM identifiers i
    WHERE i.identifier COLLATE "C" <= code AND sandbox = 0 ORDER BY i.identifier COLLATE "C" DESC LIMIT each_way)
  UNION ALL
  (SELECT i.identifier, i.producer_id FROM identifiers i
    WHERE i.identifier COLLATE "C" > code AND sandbox = 0 ORDER BY i.identifier COLLATE "C" LIMIT each_way)
$$;--> statement-breakpoint
DROP TRIGGER cell_fence ON identifiers;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON identifiers FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'identifier,sandbox');--> statement-breakpoint
ALTER TABLE identifiers DISABLE TRIGGER cell_fence;
--> statement-breakpoint
-- The scans of sandboxes are counted for them alone, not in the sums over all producers.
CREATE OR REPLACE VIEW pending_scans AS
  WITH told AS NOT MATERIALIZED (
    SELECT *, date_trunc('hour', timestamp, 'UTC') AS hour, (timestamp AT TIME ZONE 'UTC')::date AS day,
      CASE copyclassification WHEN 'original' THEN n ELSE 0 END::integer AS original,
      CASE copyclassification WHEN 'fake' THEN n ELSE 0 END::integer AS fake,
      CASE copyclassification WHEN 'unknown' THEN n ELSE 0 END::integer AS unknown,
      CASE copyclassification WHEN 'error' THEN n ELSE 0 END::integer AS error
    FROM pending_rollups
  )
  SELECT producer_id, n, hour, day, country, os, group_id, latitude, longitude, original, fake, unknown, error
  FROM told
  UNION ALL
  SELECT '00000000-0000-0000-0000-000000000000', n, hour, day, country, os, NULL, latitude, longitude, original, fake, unknown, error
  FROM told WHERE NOT EXISTS (SELECT FROM producers WHERE producers.id = told.producer_id AND sandbox > 0);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_scans(whose uuid[], most bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  counted bigint;
  -- The sums of this batch over all producers.
  facets_of_all rollup_hours[];
  cells_of_all rollup_cells[];
  -- Of scans that changed or went.
  past_producers uuid[];
  past_days date[];
  past_items bigint[];
BEGIN
  IF whose IS NULL THEN
    PERFORM pg_advisory_xact_lock(4702113);
  ELSE
    PERFORM pg_advisory_xact_lock_shared(4702113);
    PERFORM pg_advisory_xact_lock(4702113, share)
    FROM (SELECT DISTINCT share_of(id)::integer AS share FROM unnest(whose) AS of(id) ORDER BY 1) AS shares;
  END IF;
  PERFORM set_config('synchronous_commit', 'off', true);
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
  ), by_facet AS MATERIALIZED (
    SELECT producer_id, facet, hour, day,
      CASE facet WHEN 'country' THEN coalesce(country, 'ZZ') WHEN 'os' THEN coalesce(system_of(os), '')
        ELSE coalesce(group_id::text, '') END COLLATE "C" AS value,
      sum(original) AS original, sum(fake) AS fake, sum(unknown) AS unknown, sum(error) AS error
    FROM told, (VALUES ('country' COLLATE "C"), ('os'), ('group')) AS facets(facet)
    GROUP BY 1, 2, 3, 4, 5
  ), by_cell AS MATERIALIZED (
    SELECT producer_id, level, day, tile_x(longitude, level) AS x, tile_y(latitude, level) AS y,
      sum(original) AS original, sum(fake) AS fake, sum(unknown) AS unknown, sum(error) AS error,
      sum(n * round(latitude * 1000000)::bigint) AS latitude_sum, sum(n * round(longitude * 1000000)::bigint) AS longitude_sum
    FROM told, (VALUES (6::smallint), (9::smallint)) AS levels(level) WHERE latitude IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5
  ), by_item AS (
    SELECT producer_id, day, item_id >> 12 AS chunk, set_bit(B'0'::bit(4096), (item_id & 4095)::integer, 1) AS items
    FROM (SELECT DISTINCT producer_id, day, item_id FROM told WHERE n > 0) AS scanned
  ), hours AS (
    INSERT INTO rollup_hours AS held (producer_id, facet, hour, value, original, fake, unknown, error)
    SELECT producer_id, facet, hour, value, original, fake, unknown, error FROM by_facet
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
    SELECT producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum FROM by_cell
    ON CONFLICT (producer_id, level, day, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), month_cells AS (
    INSERT INTO rollup_month_cells AS held
      (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, date_trunc('month', day::timestamp)::date, x, y, sum(original), sum(fake), sum(unknown), sum(error),
      sum(latitude_sum), sum(longitude_sum)
    FROM by_cell GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, month, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), items AS (
    INSERT INTO rollup_item_days AS held (producer_id, day, chunk, items)
    SELECT producer_id, day, chunk, bit_or(items) FROM by_item GROUP BY 1, 2, 3
    ON CONFLICT (producer_id, day, chunk) DO UPDATE SET items = held.items | excluded.items
      WHERE held.items <> held.items | excluded.items
  ), facets_all AS (
    SELECT ROW(everybody, facet, hour, value, sum(original)::integer, sum(fake)::integer, sum(unknown)::integer,
      sum(error)::integer)::rollup_hours AS sums
    FROM by_facet WHERE facet <> 'group' AND NOT EXISTS (SELECT FROM producers WHERE producers.id = by_facet.producer_id AND sandbox > 0)
    GROUP BY facet, hour, value
  ), cells_all AS (
    SELECT ROW(everybody, level, x, y, day, sum(original)::integer, sum(fake)::integer, sum(unknown)::integer,
      sum(error)::integer, sum(latitude_sum)::bigint, sum(longitude_sum)::bigint)::rollup_cells AS sums
    FROM by_cell WHERE NOT EXISTS (SELECT FROM producers WHERE producers.id = by_cell.producer_id AND sandbox > 0) GROUP BY level, x, y, day
  )
  SELECT count(*), array_agg(producer_id) FILTER (WHERE n < 0), array_agg(day) FILTER (WHERE n < 0),
    array_agg(item_id) FILTER (WHERE n < 0),
    (SELECT array_agg(sums) FROM facets_all), (SELECT array_agg(sums) FROM cells_all)
  INTO counted, past_producers, past_days, past_items, facets_of_all, cells_of_all FROM told;
  PERFORM pg_advisory_xact_lock(4702113, -1);
  INSERT INTO rollup_hours AS held (producer_id, facet, hour, value, original, fake, unknown, error)
  SELECT producer_id, facet, hour, value, original, fake, unknown, error FROM unnest(facets_of_all)
  ON CONFLICT (producer_id, facet, hour, value) DO UPDATE SET original = held.original + excluded.original,
    fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error;
  INSERT INTO rollup_days AS held (producer_id, facet, day, value, original, fake, unknown, error)
  SELECT producer_id, facet, (hour AT TIME ZONE 'UTC')::date, value, sum(original), sum(fake), sum(unknown), sum(error)
  FROM unnest(facets_of_all) GROUP BY 1, 2, 3, 4
  ON CONFLICT (producer_id, facet, day, value) DO UPDATE SET original = held.original + excluded.original,
    fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error;
  INSERT INTO rollup_cells AS held
    (producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
  SELECT producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum FROM unnest(cells_of_all)
  ON CONFLICT (producer_id, level, day, x, y) DO UPDATE SET original = held.original + excluded.original,
    fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
    latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum;
  INSERT INTO rollup_month_cells AS held
    (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
  SELECT producer_id, level, date_trunc('month', day::timestamp)::date, x, y, sum(original), sum(fake), sum(unknown), sum(error),
    sum(latitude_sum), sum(longitude_sum)
  FROM unnest(cells_of_all) GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (producer_id, level, month, x, y) DO UPDATE SET original = held.original + excluded.original,
    fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
    latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum;
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
$$;
