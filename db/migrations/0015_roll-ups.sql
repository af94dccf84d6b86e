CREATE TABLE "counted_cells" (
	"producer_id" uuid NOT NULL,
	"level" smallint NOT NULL,
	"x" integer NOT NULL,
	"y" integer NOT NULL,
	"day" date NOT NULL,
	"original" integer NOT NULL,
	"fake" integer NOT NULL,
	"unknown" integer NOT NULL,
	"error" integer NOT NULL,
	"latitude_sum" bigint NOT NULL,
	"longitude_sum" bigint NOT NULL,
	CONSTRAINT "counted_cells_producer_id_level_day_x_y_pk" PRIMARY KEY("producer_id","level","day","x","y")
);
--> statement-breakpoint
CREATE TABLE "counted_days" (
	"producer_id" uuid NOT NULL,
	"facet" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"original" integer NOT NULL,
	"fake" integer NOT NULL,
	"unknown" integer NOT NULL,
	"error" integer NOT NULL,
	CONSTRAINT "counted_days_producer_id_facet_day_value_pk" PRIMARY KEY("producer_id","facet","day","value")
);
--> statement-breakpoint
CREATE TABLE "counted_hours" (
	"producer_id" uuid NOT NULL,
	"facet" text COLLATE "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"original" integer NOT NULL,
	"fake" integer NOT NULL,
	"unknown" integer NOT NULL,
	"error" integer NOT NULL,
	CONSTRAINT "counted_hours_producer_id_facet_hour_value_pk" PRIMARY KEY("producer_id","facet","hour","value")
);
--> statement-breakpoint
CREATE TABLE "counted_items" (
	"producer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"chunk" bigint NOT NULL,
	"items" bit(4096) NOT NULL,
	CONSTRAINT "counted_items_producer_id_day_chunk_pk" PRIMARY KEY("producer_id","day","chunk")
);
--> statement-breakpoint
CREATE TABLE "counted_month_cells" (
	"producer_id" uuid NOT NULL,
	"level" smallint NOT NULL,
	"x" integer NOT NULL,
	"y" integer NOT NULL,
	"month" date NOT NULL,
	"original" integer NOT NULL,
	"fake" integer NOT NULL,
	"unknown" integer NOT NULL,
	"error" integer NOT NULL,
	"latitude_sum" bigint NOT NULL,
	"longitude_sum" bigint NOT NULL,
	CONSTRAINT "counted_month_cells_producer_id_level_month_x_y_pk" PRIMARY KEY("producer_id","level","month","x","y")
);
--> statement-breakpoint
CREATE TABLE "uncounted_scans" (
	"n" smallint NOT NULL,
	"producer_id" uuid NOT NULL,
	"item_id" bigint NOT NULL,
	"copyclassification" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"country" text,
	"os" text,
	"group_id" uuid,
	"latitude" double precision,
	"longitude" double precision,
	CONSTRAINT "uncounted_scans_n" CHECK ("uncounted_scans"."n" in (1, -1))
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "group_id" uuid;--> statement-breakpoint
CREATE INDEX "scans_by_group" ON "scans" USING btree ("producer_id","group_id","timestamp","id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "scans_fakes" ON "scans" USING btree ("producer_id","timestamp","item_id","country") WHERE copyclassification = 'fake';--> statement-breakpoint
UPDATE scans SET group_id = items.group_id FROM items WHERE items.id = scans.item_id AND items.group_id IS NOT NULL;--> statement-breakpoint
-- Its rows come and go; each reader of counts passes over the dead ones.
ALTER TABLE uncounted_scans SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- Room on each page for the next versions of its rows: their indexes then need no entries.
ALTER TABLE counted_hours SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE counted_days SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE counted_cells SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE counted_month_cells SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE counted_items SET (fillfactor = 75);--> statement-breakpoint
CREATE FUNCTION tile_x(longitude float8, level integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN least(greatest(floor((longitude + 180) / 360 * (1 << level))::integer, 0), (1 << level) - 1);
--> statement-breakpoint
-- Mercator's world ends where it is a square.
CREATE FUNCTION tile_y(latitude float8, level integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN least(greatest(floor(
    (1 - asinh(tan(radians(least(greatest(latitude, -85.0511), 85.0511)))) / pi()) / 2 * (1 << level)
  )::integer, 0), (1 << level) - 1);
--> statement-breakpoint
CREATE INDEX "scans_by_place" ON "scans" USING btree ("producer_id",tile_x(longitude, 13),tile_y(latitude, 13),"timestamp","latitude","longitude","copyclassification") WHERE latitude is not null;--> statement-breakpoint
-- What scans that are not counted yet add to the counts: each to those of its producer, and to those of everybody.
CREATE VIEW uncounted AS
  WITH told AS NOT MATERIALIZED (
    SELECT *, date_trunc('hour', timestamp, 'UTC') AS hour, (timestamp AT TIME ZONE 'UTC')::date AS day,
      CASE copyclassification WHEN 'original' THEN n ELSE 0 END::integer AS original,
      CASE copyclassification WHEN 'fake' THEN n ELSE 0 END::integer AS fake,
      CASE copyclassification WHEN 'unknown' THEN n ELSE 0 END::integer AS unknown,
      CASE copyclassification WHEN 'error' THEN n ELSE 0 END::integer AS error
    FROM uncounted_scans
  )
  SELECT producer_id, n, hour, day, country, os, group_id, latitude, longitude, original, fake, unknown, error
  FROM told
  UNION ALL
  SELECT '00000000-0000-0000-0000-000000000000', n, hour, day, country, os, NULL, latitude, longitude, original, fake, unknown, error
  FROM told;
--> statement-breakpoint
CREATE VIEW uncounted_facets AS
  SELECT producer_id, facet, hour, day,
    CASE facet WHEN 'country' THEN coalesce(country, 'ZZ') WHEN 'os' THEN left(coalesce(os, ''), 40)
      ELSE coalesce(group_id::text, '') END COLLATE "C" AS value,
    original, fake, unknown, error
  FROM uncounted, (VALUES ('country' COLLATE "C"), ('os'), ('group')) AS facets(facet)
  WHERE facet <> 'group' OR producer_id <> '00000000-0000-0000-0000-000000000000';
--> statement-breakpoint
CREATE VIEW uncounted_cells AS
  SELECT producer_id, level, day, date_trunc('month', day::timestamp)::date AS month, tile_x(longitude, level) AS x, tile_y(latitude, level) AS y, original, fake, unknown, error,
    n * round(latitude * 1000000)::bigint AS latitude_sum, n * round(longitude * 1000000)::bigint AS longitude_sum
  FROM uncounted, (VALUES (6::smallint), (9::smallint)) AS levels(level) WHERE latitude IS NOT NULL;
--> statement-breakpoint
CREATE VIEW uncounted_items AS
  SELECT producer_id, (timestamp AT TIME ZONE 'UTC')::date AS day, item_id >> 12 AS chunk,
    set_bit(B'0'::bit(4096), (item_id & 4095)::integer, 1) AS items
  FROM uncounted_scans WHERE n > 0;
--> statement-breakpoint
CREATE VIEW scan_hours AS
  SELECT producer_id, facet, hour, value, original, fake, unknown, error FROM counted_hours
  UNION ALL SELECT producer_id, facet, hour, value, original, fake, unknown, error FROM uncounted_facets;
--> statement-breakpoint
CREATE VIEW scan_days AS
  SELECT producer_id, facet, day, value, original, fake, unknown, error FROM counted_days
  UNION ALL SELECT producer_id, facet, day, value, original, fake, unknown, error FROM uncounted_facets;
--> statement-breakpoint
CREATE VIEW scan_cells AS
  SELECT producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum FROM counted_cells
  UNION ALL
  SELECT producer_id, level, day, x, y, original, fake, unknown, error, latitude_sum, longitude_sum FROM uncounted_cells;
--> statement-breakpoint
CREATE VIEW scan_month_cells AS
  SELECT producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum FROM counted_month_cells
  UNION ALL
  SELECT producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum FROM uncounted_cells;
--> statement-breakpoint
CREATE VIEW item_days AS
  SELECT producer_id, day, chunk, items FROM counted_items
  UNION ALL SELECT producer_id, day, chunk, items FROM uncounted_items;
--> statement-breakpoint
-- Counts what is not counted yet: its first statement sees one moment, so that all of it moves at once. Returns how much that was.
CREATE FUNCTION count_scans() RETURNS bigint LANGUAGE plpgsql AS $$
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
-- Sums the cells of a month's days up anew; there are no concurrent counts.
CREATE FUNCTION recount_month_cells(of_month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  whose constant uuid[] := array(SELECT id FROM producers UNION ALL SELECT '00000000-0000-0000-0000-000000000000');
BEGIN
  PERFORM pg_advisory_xact_lock(4702113);
  DELETE FROM counted_month_cells WHERE producer_id = ANY (whose) AND level IN (6, 9) AND month = of_month;
  INSERT INTO counted_month_cells
    (producer_id, level, month, x, y, original, fake, unknown, error, latitude_sum, longitude_sum)
  SELECT producer_id, level, of_month, x, y, sum(original), sum(fake), sum(unknown), sum(error), sum(latitude_sum), sum(longitude_sum)
  FROM counted_cells
  WHERE producer_id = ANY (whose) AND level IN (6, 9) AND day >= of_month AND day < of_month + interval '1 month'
  GROUP BY producer_id, level, x, y;
END
$$;
--> statement-breakpoint
-- Counts the scans of some days anew; there are no concurrent writes.
CREATE FUNCTION recount_scans(first date, before date) RETURNS void LANGUAGE plpgsql AS $$
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
  INSERT INTO uncounted_scans
  SELECT 1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude
  FROM scans WHERE producer_id = ANY (whose) AND timestamp >= first_moment AND timestamp < end_moment;
  PERFORM count_scans();
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_added_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_scans
  SELECT 1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude FROM added;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_removed_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO uncounted_scans
  SELECT -1, producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude FROM removed;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION note_changed_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH past AS (
    SELECT producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude FROM removed
  ), present AS (
    SELECT producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude FROM added
  )
  INSERT INTO uncounted_scans
  SELECT 1, * FROM (SELECT * FROM present EXCEPT ALL SELECT * FROM past) AS more
  UNION ALL
  SELECT -1, * FROM (SELECT * FROM past EXCEPT ALL SELECT * FROM present) AS less;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER scans_noted_when_added AFTER INSERT ON scans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_added_scans();
--> statement-breakpoint
CREATE TRIGGER scans_noted_when_changed AFTER UPDATE ON scans
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_changed_scans();
--> statement-breakpoint
CREATE TRIGGER scans_noted_when_removed AFTER DELETE ON scans
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_removed_scans();
--> statement-breakpoint
-- What there is already, month by month.
DO $$
DECLARE
  month date;
BEGIN
  FOR month IN
    SELECT generate_series(date_trunc('month', min(timestamp), 'UTC') AT TIME ZONE 'UTC',
      max(timestamp) AT TIME ZONE 'UTC', '1 month') FROM scans
  LOOP
    PERFORM recount_scans(month, (month + interval '1 month')::date);
  END LOOP;
END
$$;
