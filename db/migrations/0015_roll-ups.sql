CREATE TABLE "item_days" (
	"producer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"chunk" bigint NOT NULL,
	"part" smallint NOT NULL,
	"items" bit(4096) NOT NULL,
	CONSTRAINT "item_days_producer_id_day_chunk_part_pk" PRIMARY KEY("producer_id","day","chunk","part")
);
--> statement-breakpoint
CREATE TABLE "scan_cells" (
	"producer_id" uuid NOT NULL,
	"level" smallint NOT NULL,
	"day" date NOT NULL,
	"x" integer NOT NULL,
	"y" integer NOT NULL,
	"part" smallint NOT NULL,
	"original" bigint NOT NULL,
	"fake" bigint NOT NULL,
	"unknown" bigint NOT NULL,
	"error" bigint NOT NULL,
	"latitude_sum" bigint NOT NULL,
	"longitude_sum" bigint NOT NULL,
	CONSTRAINT "scan_cells_producer_id_level_day_x_y_part_pk" PRIMARY KEY("producer_id","level","day","x","y","part")
);
--> statement-breakpoint
CREATE TABLE "scan_days" (
	"producer_id" uuid NOT NULL,
	"facet" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"part" smallint NOT NULL,
	"original" bigint NOT NULL,
	"fake" bigint NOT NULL,
	"unknown" bigint NOT NULL,
	"error" bigint NOT NULL,
	CONSTRAINT "scan_days_producer_id_facet_day_value_part_pk" PRIMARY KEY("producer_id","facet","day","value","part")
);
--> statement-breakpoint
CREATE TABLE "scan_hours" (
	"producer_id" uuid NOT NULL,
	"facet" text COLLATE "C" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"part" smallint NOT NULL,
	"original" bigint NOT NULL,
	"fake" bigint NOT NULL,
	"unknown" bigint NOT NULL,
	"error" bigint NOT NULL,
	CONSTRAINT "scan_hours_producer_id_facet_hour_value_part_pk" PRIMARY KEY("producer_id","facet","hour","value","part")
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "group_id" uuid;--> statement-breakpoint
CREATE INDEX "scans_by_group" ON "scans" USING btree ("producer_id","group_id","timestamp","id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "scans_fakes" ON "scans" USING btree ("producer_id","timestamp","item_id","country") WHERE copyclassification = 'fake';--> statement-breakpoint
UPDATE scans SET group_id = items.group_id FROM items WHERE items.id = scans.item_id AND items.group_id IS NOT NULL;--> statement-breakpoint
-- Room on each page for the next versions of its rows: their indexes then need no entries.
ALTER TABLE scan_hours SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE scan_days SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE scan_cells SET (fillfactor = 75);--> statement-breakpoint
ALTER TABLE item_days SET (fillfactor = 75);--> statement-breakpoint
-- The part of the counts that the transaction alone writes until it ends, so that none waits for another.
CREATE FUNCTION own_part() RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0..62 LOOP
    IF pg_try_advisory_xact_lock(4702113, part) THEN
      RETURN part;
    END IF;
  END LOOP;
  PERFORM pg_advisory_xact_lock(4702113, 63);
  RETURN 63;
END
$$;
--> statement-breakpoint
CREATE FUNCTION tile_x(longitude float8, level integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN least(greatest(floor((longitude + 180) / 360 * (1 << level))::integer, 0), (1 << level) - 1);
--> statement-breakpoint
-- Mercator's world ends where it is a square.
CREATE FUNCTION tile_y(latitude float8, level integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN least(greatest(floor(
    (1 - asinh(tan(radians(least(greatest(latitude, -85.0511), 85.0511)))) / pi()) / 2 * (1 << level)
  )::integer, 0), (1 << level) - 1);
--> statement-breakpoint
-- Scans are counted in one way, whoever counts them: the triggers, and whoever counts days anew.
DO $make$
DECLARE
  counting constant text := $sql$
    WITH scan AS MATERIALIZED (
      SELECT n, producer_id, item_id, date_trunc('hour', timestamp, 'UTC') AS hour, (timestamp AT TIME ZONE 'UTC')::date AS day,
        coalesce(country, 'ZZ') AS country, left(coalesce(os, ''), 40) AS os, coalesce(group_id::text, '') AS group_id,
        latitude, longitude, CASE copyclassification WHEN 'original' THEN n ELSE 0 END AS original,
        CASE copyclassification WHEN 'fake' THEN n ELSE 0 END AS fake,
        CASE copyclassification WHEN 'unknown' THEN n ELSE 0 END AS unknown,
        CASE copyclassification WHEN 'error' THEN n ELSE 0 END AS error
      FROM (%source%) AS source
    ), counted AS MATERIALIZED (
      SELECT coalesce(producer_id, everybody) AS producer_id, hour, day,
        CASE WHEN country IS NOT NULL THEN 'country' WHEN os IS NOT NULL THEN 'os' ELSE 'group' END AS facet,
        coalesce(country, os, group_id) AS value,
        sum(original) AS original, sum(fake) AS fake, sum(unknown) AS unknown, sum(error) AS error
      FROM scan
      GROUP BY GROUPING SETS ((producer_id, hour, day, country), (producer_id, hour, day, os),
        (producer_id, hour, day, group_id), (hour, day, country), (hour, day, os))
    ), hours AS (
      INSERT INTO scan_hours AS held (producer_id, facet, hour, value, part, original, fake, unknown, error)
      SELECT producer_id, facet, hour, value, own, original, fake, unknown, error FROM counted
      ON CONFLICT (producer_id, facet, hour, value, part) DO UPDATE SET original = held.original + excluded.original,
        fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
    ), days AS (
      INSERT INTO scan_days AS held (producer_id, facet, day, value, part, original, fake, unknown, error)
      SELECT producer_id, facet, day, value, own, sum(original), sum(fake), sum(unknown), sum(error)
      FROM counted GROUP BY producer_id, facet, day, value
      ON CONFLICT (producer_id, facet, day, value, part) DO UPDATE SET original = held.original + excluded.original,
        fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error
    ), cells AS (
      INSERT INTO scan_cells AS held
        (producer_id, level, day, x, y, part, original, fake, unknown, error, latitude_sum, longitude_sum)
      SELECT coalesce(producer_id, everybody), CASE WHEN x9 IS NULL THEN 6 ELSE 9 END, day, coalesce(x9, x6), coalesce(y9, y6),
        own, sum(original), sum(fake), sum(unknown), sum(error),
        sum(n * round(latitude * 1000000)::integer), sum(n * round(longitude * 1000000)::integer)
      FROM (
        SELECT scan.*, x9, y9, x9 >> 3 AS x6, y9 >> 3 AS y6
        FROM scan, tile_x(longitude, 9) AS x9, tile_y(latitude, 9) AS y9 WHERE latitude IS NOT NULL
      ) AS located
      GROUP BY GROUPING SETS ((producer_id, day, x6, y6), (producer_id, day, x9, y9), (day, x6, y6), (day, x9, y9))
      ON CONFLICT (producer_id, level, day, x, y, part) DO UPDATE SET original = held.original + excluded.original,
        fake = held.fake + excluded.fake, unknown = held.unknown + excluded.unknown, error = held.error + excluded.error,
        latitude_sum = held.latitude_sum + excluded.latitude_sum, longitude_sum = held.longitude_sum + excluded.longitude_sum
    )
    INSERT INTO item_days AS held (producer_id, day, chunk, part, items)
    SELECT producer_id, day, item_id >> 12, own, bit_or(set_bit(no_items, (item_id & 4095)::integer, 1))
    FROM (SELECT DISTINCT producer_id, day, item_id FROM scan WHERE n > 0) AS scanned
    WHERE NOT EXISTS (
      SELECT FROM item_days AS known
      WHERE known.producer_id = scanned.producer_id AND known.day = scanned.day AND known.chunk = scanned.item_id >> 12
        AND get_bit(known.items, (scanned.item_id & 4095)::integer) = 1)
    GROUP BY producer_id, day, item_id >> 12
    ON CONFLICT (producer_id, day, chunk, part) DO UPDATE SET items = held.items | excluded.items;
  $sql$;
  -- Of items that are no longer scanned that day. Told under their locks, which scans under way hold.
  clearing constant text := $sql$
    PERFORM FROM items WHERE id IN (SELECT item_id FROM (%gone%) AS gone) ORDER BY id FOR NO KEY UPDATE;
    UPDATE item_days SET items = item_days.items & ~ gone.items
    FROM (
      SELECT producer_id, day, item_id >> 12 AS chunk, bit_or(set_bit(no_items, (item_id & 4095)::integer, 1)) AS items
      FROM (%gone%) AS gone
      WHERE NOT EXISTS (
        SELECT FROM scans WHERE scans.item_id = gone.item_id AND scans.producer_id = gone.producer_id
          AND scans.timestamp >= gone.day::timestamp AT TIME ZONE 'UTC'
          AND scans.timestamp < (gone.day + 1)::timestamp AT TIME ZONE 'UTC')
      GROUP BY producer_id, day, item_id >> 12
    ) AS gone
    WHERE item_days.producer_id = gone.producer_id AND item_days.day = gone.day AND item_days.chunk = gone.chunk;
  $sql$;
  forgetting constant text := $sql$
    DELETE FROM scan_hours WHERE producer_id = ANY (whose) AND facet IN ('country', 'os', 'group')
      AND hour >= first::timestamp AT TIME ZONE 'UTC' AND hour < before::timestamp AT TIME ZONE 'UTC';
    DELETE FROM scan_days WHERE producer_id = ANY (whose) AND facet IN ('country', 'os', 'group')
      AND day >= first AND day < before;
    DELETE FROM scan_cells WHERE producer_id = ANY (whose) AND level IN (6, 9) AND day >= first AND day < before;
    DELETE FROM item_days WHERE producer_id = ANY (whose) AND day >= first AND day < before;
  $sql$;
  columns constant text :=
    'producer_id, item_id, copyclassification, timestamp, country, os, group_id, latitude, longitude';
  added constant text := format('SELECT 1 AS n, %s FROM added', columns);
  removed constant text := format('SELECT -1 AS n, %s FROM removed', columns);
  changed constant text := format($sql$
    SELECT 1 AS n, * FROM (SELECT %1$s FROM added EXCEPT ALL SELECT %1$s FROM removed) AS more
    UNION ALL SELECT -1, * FROM (SELECT %1$s FROM removed EXCEPT ALL SELECT %1$s FROM added) AS less $sql$, columns);
  all_of_days constant text := format($sql$
    SELECT 1 AS n, %s FROM scans WHERE producer_id = ANY (whose)
      AND timestamp >= first::timestamp AT TIME ZONE 'UTC' AND timestamp < before::timestamp AT TIME ZONE 'UTC' $sql$, columns);
  item_days_of constant text := $sql$SELECT producer_id, (timestamp AT TIME ZONE 'UTC')::date AS day, item_id FROM $sql$;
  made record;
BEGIN
  FOR made IN SELECT * FROM (VALUES
    ('count_added_scans() RETURNS trigger', '', replace(counting, '%source%', added), 'RETURN NULL;'),
    ('count_removed_scans() RETURNS trigger', '', replace(counting, '%source%', removed)
      || replace(clearing, '%gone%', item_days_of || 'removed'), 'RETURN NULL;'),
    ('count_changed_scans() RETURNS trigger', '', replace(counting, '%source%', changed)
      || replace(clearing, '%gone%', item_days_of || 'removed EXCEPT ' || item_days_of || 'added'), 'RETURN NULL;'),
    ('recount_scans(first date, before date) RETURNS void',
      'whose constant uuid[] := array(SELECT id FROM producers UNION ALL SELECT everybody);',
      forgetting || replace(counting, '%source%', all_of_days), '')) AS function(head, declared, work, ending)
  LOOP
    EXECUTE format($sql$
      CREATE FUNCTION %s LANGUAGE plpgsql AS $body$
      DECLARE
        own smallint := own_part();
        everybody constant uuid := '00000000-0000-0000-0000-000000000000';
        no_items constant bit(4096) := repeat('0', 4096);
        %s
      BEGIN
        %s
        %s
      END
      $body$ $sql$, made.head, made.declared, made.work, made.ending);
  END LOOP;
END
$make$;
--> statement-breakpoint
CREATE TRIGGER scans_counted_when_added AFTER INSERT ON scans
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_scans();
--> statement-breakpoint
CREATE TRIGGER scans_counted_when_changed AFTER UPDATE ON scans
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_changed_scans();
--> statement-breakpoint
CREATE TRIGGER scans_counted_when_removed AFTER DELETE ON scans
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_scans();
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
