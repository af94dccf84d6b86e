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
CREATE VIEW item_fakes AS
  SELECT producer_id, stretch, first, item_id, fakes FROM counted_fakes
  UNION ALL
  SELECT producer_id, stretch, first, item_id, n
  FROM uncounted_scans, stretches_of(timestamp AT TIME ZONE 'UTC') WHERE copyclassification = 'fake';
--> statement-breakpoint
-- What `count_scans()` takes out of `uncounted_scans` is counted by item, too.
CREATE FUNCTION count_fakes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO counted_fakes AS held (producer_id, stretch, first, item_id, fakes)
  SELECT producer_id, of.stretch, of.first, item_id, sum(n)
  FROM counted, stretches_of(timestamp AT TIME ZONE 'UTC') AS of
  WHERE copyclassification = 'fake' GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0
  ON CONFLICT (producer_id, stretch, first, item_id) DO UPDATE SET fakes = held.fakes + excluded.fakes;
  -- Counts of nothing tell what was there.
  DELETE FROM counted_fakes AS held USING (
    SELECT DISTINCT producer_id, of.stretch, of.first, item_id
    FROM counted, stretches_of(timestamp AT TIME ZONE 'UTC') AS of WHERE n < 0 AND copyclassification = 'fake'
  ) AS past
  WHERE (held.producer_id, held.stretch, held.first, held.item_id) = (past.producer_id, past.stretch, past.first, past.item_id)
    AND held.fakes = 0;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER scans_counted AFTER DELETE ON uncounted_scans
  REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION count_fakes();
--> statement-breakpoint
-- Counts the fakes of a producer's items anew: all of its scans but those that are counted later. Belongs after
-- `recount_scans()`, which counts the fakes of its days once more.
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