-- "iOS", "ios" and "IOS" are one system wherever systems are compared, grouped or offered; scans keep what was sent.
-- With 10 million scans: no scan is rewritten. The index is built anew by one walk through the table and a sort of some 60 bytes
-- a scan (about 0.6 GB), as long as writers of scans wait; the counts are merged by one walk through `counted_hours` and
-- `counted_days`, which have a row for each system of an hour or day, not for each scan.
-- Stops concurrent counts; first, since counts take this lock before they read scans.
SELECT pg_advisory_xact_lock(4702113);--> statement-breakpoint
-- Of ASCII letters alone: the same in every locale that a database may have, and in each version of it. Only the beginning, as a
-- scanner may say anything.
CREATE FUNCTION system_of(os text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(left(os, 40) COLLATE "C");
--> statement-breakpoint
DROP INDEX "scans_by_os";--> statement-breakpoint
CREATE INDEX "scans_by_os" ON "scans" USING btree ("producer_id",system_of(os),"timestamp","id");--> statement-breakpoint
-- What is known of the values of an index goes with it, and plans for large tables need it: a sample of the table is read.
DO $$ BEGIN IF EXISTS (SELECT FROM scans) THEN ANALYZE scans; END IF; END $$;--> statement-breakpoint
CREATE OR REPLACE VIEW uncounted_facets AS
  SELECT producer_id, facet, hour, day,
    CASE facet WHEN 'country' THEN coalesce(country, 'ZZ') WHEN 'os' THEN coalesce(system_of(os), '')
      ELSE coalesce(group_id::text, '') END COLLATE "C" AS value,
    original, fake, unknown, error
  FROM uncounted, (VALUES ('country' COLLATE "C"), ('os'), ('group')) AS facets(facet)
  WHERE facet <> 'group' OR producer_id <> '00000000-0000-0000-0000-000000000000';
--> statement-breakpoint
-- As before, but for the system.
CREATE OR REPLACE FUNCTION count_scans(whose uuid[], most bigint) RETURNS bigint LANGUAGE plpgsql AS $$
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
    DELETE FROM uncounted_scans WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM uncounted_scans WHERE whose IS NULL OR producer_id = ANY (whose) ORDER BY n DESC LIMIT most))
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
    INSERT INTO counted_hours AS held (producer_id, facet, hour, value, original, fake, unknown, error)
    SELECT producer_id, facet, hour, value, sum(original), sum(fake), sum(unknown), sum(error)
    FROM by_facet GROUP BY 1, 2, 3, 4
    ON CONFLICT (producer_id, facet, hour, value) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
  ), days AS (
    INSERT INTO counted_days AS held (producer_id, facet, day, value, original, fake, unknown, error)
    SELECT producer_id, facet, day, value, sum(original), sum(fake), sum(unknown), sum(error)
    FROM by_facet GROUP BY 1, 2, 3, 4
    ON CONFLICT (producer_id, facet, day, value) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
  ), cells AS (
    INSERT INTO counted_cells AS held
      (producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, day, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
    FROM by_cell GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, day, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), month_cells AS (
    INSERT INTO counted_month_cells AS held
      (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, month, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
    FROM by_cell GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, month, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), items AS (
    INSERT INTO counted_items AS held (producer_id, day, chunk, items)
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
    DELETE FROM counted_hours AS held USING past
    WHERE held.producer_id = past.producer_id AND held.facet IN ('country', 'os', 'group')
      AND held.hour >= past.day::timestamp AT TIME ZONE 'UTC' AND held.hour < (past.day + 1)::timestamp AT TIME ZONE 'UTC'
      AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0)
  ), days AS (
    DELETE FROM counted_days AS held USING past
    WHERE held.producer_id = past.producer_id AND held.facet IN ('country', 'os', 'group') AND held.day = past.day
      AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0)
  ), month_cells AS (
    DELETE FROM counted_month_cells AS held
    USING (SELECT DISTINCT producer_id, date_trunc('month', day::timestamp)::date AS month FROM past) AS past
    WHERE held.producer_id = past.producer_id AND held.level IN (6, 9) AND held.month = past.month
      AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0)
  )
  DELETE FROM counted_cells AS held USING past
  WHERE held.producer_id = past.producer_id AND held.level IN (6, 9) AND held.day = past.day
    AND (held.original, held.fake, held.unknown, held.error) = (0, 0, 0, 0);
  -- What is scanned meanwhile is counted later, and sets its bit again.
  UPDATE counted_items AS held SET items = held.items & ~ past.items
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
--> statement-breakpoint
WITH cased AS (
  DELETE FROM counted_hours WHERE facet = 'os' AND value <> lower(value COLLATE "C") RETURNING *
)
INSERT INTO counted_hours AS held (producer_id, facet, hour, value, original, fake, unknown, error)
SELECT producer_id, facet, hour, lower(value COLLATE "C"), sum(original), sum(fake), sum(unknown), sum(error)
FROM cased GROUP BY 1, 2, 3, 4
ON CONFLICT (producer_id, facet, hour, value) DO UPDATE SET original = held.original + excluded.original,
  fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error;
--> statement-breakpoint
WITH cased AS (
  DELETE FROM counted_days WHERE facet = 'os' AND value <> lower(value COLLATE "C") RETURNING *
)
INSERT INTO counted_days AS held (producer_id, facet, day, value, original, fake, unknown, error)
SELECT producer_id, facet, day, lower(value COLLATE "C"), sum(original), sum(fake), sum(unknown), sum(error)
FROM cased GROUP BY 1, 2, 3, 4
ON CONFLICT (producer_id, facet, day, value) DO UPDATE SET original = held.original + excluded.original,
  fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error;
