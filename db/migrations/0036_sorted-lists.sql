-- Texts are sorted without case and accents: the same in every locale that a database may have, and in each version of it.
-- Only the beginning, as texts may exceed the size of an index entry. Rows without a text come last.
CREATE FUNCTION sort_text(text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(nullif(left(translate(
    lower(regexp_replace(normalize(left(btrim(text), 200), NFKD), U&'[\0300-\036F]', '', 'g') COLLATE "C"),
    'ßØøŁłĐđÆæŒœΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
    'soollddaaooαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюя'), 200), ''), U&'\+10FFFF');
--> statement-breakpoint
-- With 10 million items: each of their two indexes is built by one walk through the table and a sort, as long as writers of items
-- wait.
CREATE INDEX "items_by_update" ON "items" USING btree ("producer_id","updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "items_by_identifier" ON "items" USING btree ("producer_id","identifier" collate "C","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "contents_by_name" ON "contents" USING btree ("producer_id",sort_text("name") collate "C","id");--> statement-breakpoint
CREATE INDEX "contents_by_size" ON "contents" USING btree ("producer_id","size","id");--> statement-breakpoint
CREATE INDEX "groups_by_update" ON "groups" USING btree ("producer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "groups_in_order_of_title" ON "groups" USING btree ("producer_id",sort_text("title") collate "C","id");--> statement-breakpoint
-- Stops concurrent counts.
SELECT pg_advisory_xact_lock(4702113);--> statement-breakpoint
ALTER TABLE "rollup_item_fakes" DROP CONSTRAINT "rollup_item_fakes_stretch";--> statement-breakpoint
DROP INDEX "rollup_item_fakes_by_rank";--> statement-breakpoint
CREATE INDEX "rollup_item_fakes_in_order" ON "rollup_item_fakes" USING btree ("producer_id","stretch","first","fakes","item_id");--> statement-breakpoint
ALTER TABLE "rollup_item_fakes" ADD CONSTRAINT "rollup_item_fakes_ever" CHECK (("rollup_item_fakes"."stretch" = 'ever') = ("rollup_item_fakes"."first" = '0001-01-01'));--> statement-breakpoint
ALTER TABLE "rollup_item_fakes" ADD CONSTRAINT "rollup_item_fakes_stretch" CHECK ("rollup_item_fakes"."stretch" in ('month', 'quarter', 'year', 'ever'));--> statement-breakpoint
-- All fakes of an item are one more stretch. An index on the counter of items would be written with every fake scan, and with it
-- all other indexes of the item.
CREATE OR REPLACE FUNCTION stretches_of(at timestamp) RETURNS TABLE (stretch text, first date) LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
  SELECT unit, (date_trunc(unit, at) - back * length)::date
  FROM (VALUES ('month' COLLATE "C", interval '1 month'), ('quarter', interval '3 months'), ('year', interval '1 year')) AS units(unit, length),
    (VALUES (0), (1)) AS starts(back)
  UNION ALL SELECT 'ever' COLLATE "C", '0001-01-01'::date;
END;
--> statement-breakpoint
-- One walk through the index of fakes.
INSERT INTO rollup_item_fakes (producer_id, stretch, first, item_id, fakes)
SELECT producer_id, 'ever', '0001-01-01', item_id, sum(n)
FROM (
  SELECT producer_id, item_id, 1 AS n FROM scans WHERE copyclassification = 'fake'
  UNION ALL SELECT producer_id, item_id, -n FROM pending_rollups WHERE copyclassification = 'fake'
) AS told
GROUP BY producer_id, item_id HAVING sum(n) <> 0;
