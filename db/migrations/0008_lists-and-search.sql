-- Finds fragments of texts by their trigrams. Comes with Postgres, and who owns the database may add it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "has_fakes" boolean GENERATED ALWAYS AS (fakes > 0) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "sightings" ADD COLUMN "producer_id" uuid;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "sightings" SET "producer_id" = coalesce(
  (SELECT "producer_id" FROM "identifiers" WHERE "identifiers"."identifier" = "sightings"."identifier"), "creator");--> statement-breakpoint
CREATE INDEX "contents_name_search" ON "contents" USING gin (left("name", 200) gin_trgm_ops) WHERE name is not null;--> statement-breakpoint
CREATE INDEX "groups_title_search" ON "groups" USING gin (left("title", 200) gin_trgm_ops) WHERE title is not null;--> statement-breakpoint
CREATE INDEX "groups_by_image" ON "groups" USING btree ("producer_id",left("image", 300)) WHERE image is not null;--> statement-breakpoint
CREATE INDEX "hooks_newest" ON "hooks" USING btree ("producer_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "items_invalidated" ON "items" USING btree ("producer_id","created_at","id") WHERE deleted_at is null and invalidated_at is not null;--> statement-breakpoint
CREATE INDEX "items_with_fakes" ON "items" USING btree ("producer_id","created_at","id") WHERE deleted_at is null and has_fakes = true;--> statement-breakpoint
CREATE INDEX "items_in_no_group" ON "items" USING btree ("producer_id","created_at","id") WHERE deleted_at is null and group_id is null;--> statement-breakpoint
CREATE INDEX "items_identifier_search" ON "items" USING gin ("identifier" gin_trgm_ops) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "items_title_search" ON "items" USING gin (left("title", 200) gin_trgm_ops) WHERE deleted_at is null and title is not null;--> statement-breakpoint
CREATE INDEX "items_by_image" ON "items" USING btree ("producer_id",left("image", 300)) WHERE deleted_at is null and image is not null;--> statement-breakpoint
CREATE INDEX "scans_by_verdict" ON "scans" USING btree ("producer_id","copyclassification","timestamp","id");--> statement-breakpoint
CREATE INDEX "scans_by_country" ON "scans" USING btree ("producer_id","country","timestamp","id");--> statement-breakpoint
CREATE INDEX "sightings_by_producer" ON "sightings" USING btree ("producer_id","timestamp","id") WHERE producer_id is not null;