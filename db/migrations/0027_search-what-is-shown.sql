-- Lets one GIN index keep the producer beside the trigrams. Comes with Postgres, and who owns the database may add it.
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
DROP INDEX "contents_name_search";--> statement-breakpoint
DROP INDEX "groups_title_search";--> statement-breakpoint
DROP INDEX "items_identifier_search";--> statement-breakpoint
DROP INDEX "items_title_search";--> statement-breakpoint
CREATE INDEX "contents_search" ON "contents" USING gin (("producer_id"::text),coalesce(left("name", 200), '') gin_trgm_ops) WHERE name is not null;--> statement-breakpoint
CREATE INDEX "groups_search" ON "groups" USING gin (("producer_id"::text),(coalesce(left("title", 200), '') || chr(10) || left(jsonb_path_query_array("data" - 'i18n', 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, 1000)) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "items_search" ON "items" USING gin (("producer_id"::text),("identifier" || chr(10) || coalesce(left("title", 200), '') || chr(10) || left(jsonb_path_query_array("data" - 'i18n', 'strict $.** ? (@.type() == "string" || @.type() == "number")')::text, 1000)) gin_trgm_ops);