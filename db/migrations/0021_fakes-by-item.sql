CREATE TABLE "counted_fakes" (
	"producer_id" uuid NOT NULL,
	"stretch" text COLLATE "C" NOT NULL,
	"first" date NOT NULL,
	"item_id" bigint NOT NULL,
	"fakes" integer NOT NULL,
	CONSTRAINT "counted_fakes_producer_id_stretch_first_item_id_pk" PRIMARY KEY("producer_id","stretch","first","item_id"),
	CONSTRAINT "counted_fakes_stretch" CHECK ("counted_fakes"."stretch" in ('month', 'quarter', 'year'))
);
--> statement-breakpoint
CREATE INDEX "counted_fakes_by_rank" ON "counted_fakes" USING btree ("producer_id","stretch","first","fakes" DESC NULLS FIRST,"item_id");--> statement-breakpoint
CREATE INDEX "scans_fakes_of_item" ON "scans" USING btree ("item_id","timestamp","country") WHERE copyclassification = 'fake';--> statement-breakpoint
-- The two months, quarters and years in a row that a moment of UTC lies in: in the second or in the first.
CREATE FUNCTION stretches_of(at timestamp) RETURNS TABLE (stretch text, first date) LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT unit, (date_trunc(unit, at) - back * length)::date
  FROM (VALUES ('month' COLLATE "C", interval '1 month'), ('quarter', interval '3 months'), ('year', interval '1 year')) AS units(unit, length),
    (VALUES (0), (1)) AS starts(back);
END;
--> statement-breakpoint
CREATE VIEW uncounted_fakes AS
  SELECT producer_id, stretch, first, item_id, n::integer AS fakes
  FROM uncounted_scans, stretches_of(timestamp AT TIME ZONE 'UTC') WHERE copyclassification = 'fake';
--> statement-breakpoint
CREATE VIEW item_fakes AS
  SELECT producer_id, stretch, first, item_id, fakes FROM counted_fakes
  UNION ALL SELECT producer_id, stretch, first, item_id, fakes FROM uncounted_fakes;
--> statement-breakpoint
-- As before, with the fakes of each item.
CREATE OR REPLACE FUNCTION count_scans() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  everybody constant uuid := '00000000-0000-0000-0000-000000000000';
  counted bigint;
  -- Of scans that changed or went.
  past_producers uuid[];
  past_days date[];
  past_items bigint[];
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  WITH hours AS (
    INSERT INTO counted_hours AS held (producer_id, facet, hour, value, original, fake, unknown, error)
    SELECT producer_id, facet, hour, value, sum(original), sum(fake), sum(unknown), sum(error)
    FROM uncounted_facets GROUP BY 1, 2, 3, 4
    ON CONFLICT (producer_id, facet, hour, value) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
  ), days AS (
    INSERT INTO counted_days AS held (producer_id, facet, day, value, original, fake, unknown, error)
    SELECT producer_id, facet, day, value, sum(original), sum(fake), sum(unknown), sum(error)
    FROM uncounted_facets GROUP BY 1, 2, 3, 4
    ON CONFLICT (producer_id, facet, day, value) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
  ), cells AS (
    INSERT INTO counted_cells AS held
      (producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, day, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
    FROM uncounted_cells GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, day, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), month_cells AS (
    INSERT INTO counted_month_cells AS held
      (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
    SELECT producer_id, level, month, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
    FROM uncounted_cells GROUP BY 1, 2, 3, 4, 5
    ON CONFLICT (producer_id, level, month, x, y) DO UPDATE SET original = held.original + excluded.original,
      fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
      latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
  ), items AS (
    INSERT INTO counted_items AS held (producer_id, day, chunk, items)
    SELECT producer_id, day, chunk, bit_or(items) FROM uncounted_items GROUP BY 1, 2, 3
    ON CONFLICT (producer_id, day, chunk) DO UPDATE SET items = held.items | excluded.items
      WHERE held.items <> held.items | excluded.items
  ), fakes AS (
    INSERT INTO counted_fakes AS held (producer_id, stretch, first, item_id, fakes)
    SELECT producer_id, stretch, first, item_id, sum(fakes) FROM uncounted_fakes GROUP BY 1, 2, 3, 4 HAVING sum(fakes) <> 0
    ON CONFLICT (producer_id, stretch, first, item_id) DO UPDATE SET fakes = held.fakes + excluded.fakes
  ), gone AS (
    DELETE FROM uncounted_scans RETURNING n, producer_id, (timestamp AT TIME ZONE 'UTC')::date AS day, item_id
  )
  SELECT count(*), array_agg(producer_id) FILTER (WHERE n < 0), array_agg(day) FILTER (WHERE n < 0),
    array_agg(item_id) FILTER (WHERE n < 0)
  INTO counted, past_producers, past_days, past_items FROM gone;
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
  ), fakes AS (
    DELETE FROM counted_fakes AS held
    USING (SELECT DISTINCT past_item.producer_id, stretch, first, item_id
      FROM unnest(past_producers, past_days, past_items) AS past_item(producer_id, day, item_id), stretches_of(day::timestamp)) AS past
    WHERE (held.producer_id, held.stretch, held.first, held.item_id) = (past.producer_id, past.stretch, past.first, past.item_id)
      AND held.fakes = 0
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
-- As before, with the fakes of each item.
CREATE OR REPLACE FUNCTION recount_scans(first date, before date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  whose constant uuid[] := array(SELECT id FROM producers UNION ALL SELECT '00000000-0000-0000-0000-000000000000');
  first_moment constant timestamptz := first::timestamp AT TIME ZONE 'UTC';
  end_moment constant timestamptz := before::timestamp AT TIME ZONE 'UTC';
BEGIN
  PERFORM count_scans();
  DELETE FROM counted_hours WHERE producer_id = ANY (whose) AND facet IN ('country', 'os', 'group')
    AND hour >= first_moment AND hour < end_moment;
  DELETE FROM counted_days WHERE producer_id = ANY (whose) AND facet IN ('country', 'os', 'group')
    AND day >= first AND day < before;
  WITH gone AS (
    DELETE FROM counted_cells WHERE producer_id = ANY (whose) AND level IN (6, 9) AND day >= first AND day < before
    RETURNING *
  ), of_months AS (
    SELECT producer_id, level, date_trunc('month', day::timestamp)::date AS month, x, y, sum(original) AS original, sum(fake) AS fake,
      sum(unknown) AS unknown, sum(error) AS error, sum(latitude_sum) AS latitude_sum, sum(longitude_sum) AS longitude_sum
    FROM gone GROUP BY 1, 2, 3, 4, 5
  )
  UPDATE counted_month_cells AS held SET original = held.original - gone.original, fake = held.fake - gone.fake,
    unknown = held.unknown - gone.unknown, error = held.error - gone.error,
    latitude_sum = held.latitude_sum - gone.latitude_sum, longitude_sum = held.longitude_sum - gone.longitude_sum
  FROM of_months AS gone
  WHERE (held.producer_id, held.level, held.month, held.x, held.y) = (gone.producer_id, gone.level, gone.month, gone.x, gone.y);
  DELETE FROM counted_items WHERE producer_id = ANY (whose) AND day >= first AND day < before;
  INSERT INTO counted_fakes AS held (producer_id, stretch, first, item_id, fakes)
  SELECT producer_id, stretch, first_of, item_id, -count(*)
  FROM scans, stretches_of(timestamp AT TIME ZONE 'UTC') AS of(stretch, first_of)
  WHERE producer_id = ANY (whose) AND copyclassification = 'fake' AND timestamp >= first_moment AND timestamp < end_moment
  GROUP BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT counted_fakes_producer_id_stretch_first_item_id_pk DO UPDATE SET fakes = held.fakes + excluded.fakes;
  INSERT INTO uncounted_scans
  SELECT 1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude
  FROM scans WHERE producer_id = ANY (whose) AND timestamp >= first_moment AND timestamp < end_moment;
  PERFORM count_scans();
END
$$;
--> statement-breakpoint
-- Counts the fakes of a producer's items anew: all of its scans but those that are counted later.
CREATE FUNCTION recount_fakes(whose uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  DELETE FROM counted_fakes WHERE producer_id = whose;
  INSERT INTO counted_fakes (producer_id, stretch, first, item_id, fakes)
  SELECT whose, of.stretch, of.first, item_id, sum(n)
  FROM (
    SELECT item_id, timestamp, 1 AS n FROM scans WHERE producer_id = whose AND copyclassification = 'fake'
    UNION ALL SELECT item_id, timestamp, -n FROM uncounted_scans WHERE producer_id = whose AND copyclassification = 'fake'
  ) AS told, stretches_of(timestamp AT TIME ZONE 'UTC') AS of
  GROUP BY 2, 3, 4 HAVING sum(n) <> 0;
END
$$;
--> statement-breakpoint
SELECT recount_fakes(id) FROM producers;