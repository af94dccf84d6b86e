-- expand, outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "identifiers_in_sandbox" ON "identifiers" USING btree ("identifier","sandbox");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "identifiers_of_producer_in_sandbox" ON "identifiers" USING btree ("identifier","sandbox","producer_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "identifiers_by_text" ON "identifiers" USING btree ("identifier" collate "C") WHERE sandbox = 0;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "items_in_sandbox" ON "items" USING btree ("identifier","sandbox") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "batch_codes_in_sandbox" ON "batch_codes" USING btree ("identifier","sandbox");
