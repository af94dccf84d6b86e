ALTER TABLE "imports" ADD COLUMN "refused" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "corrected" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_refused" CHECK ("imports"."refused" between 0 and "imports"."rows" and "imports"."corrected" between 0 and "imports"."refused");--> statement-breakpoint
UPDATE imports SET refused = counted.refused, corrected = counted.corrected FROM (
  SELECT import_id, count(*) AS refused, count(*) FILTER (WHERE corrected) AS corrected
  FROM import_rows WHERE outcome = 'refused' GROUP BY import_id
) AS counted WHERE imports.id = counted.import_id;
--> statement-breakpoint
-- Rows of a file arrive without an outcome, and their deletion ends the import: only changes count.
CREATE FUNCTION count_refused_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE imports SET refused = imports.refused + delta.refused, corrected = imports.corrected + delta.corrected
  FROM (
    SELECT import_id, sum(refused)::int AS refused, sum(corrected)::int AS corrected FROM (
      SELECT import_id, count(*) AS refused, count(*) FILTER (WHERE corrected) AS corrected
      FROM added WHERE outcome = 'refused' GROUP BY import_id
      UNION ALL
      SELECT import_id, -count(*), -count(*) FILTER (WHERE corrected)
      FROM removed WHERE outcome = 'refused' GROUP BY import_id
    ) AS part GROUP BY import_id
  ) AS delta
  WHERE imports.id = delta.import_id AND (delta.refused <> 0 OR delta.corrected <> 0);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER import_rows_changed AFTER UPDATE ON import_rows
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_refused_rows();
