-- expand, outside a transaction
-- New indexes first, so that no list is without one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "scans_by_device_hash" ON "scans" USING btree ("producer_id",hashtextextended(device, 0),"timestamp","id") WHERE device is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "scans_not_original" ON "scans" USING btree ("producer_id","copyclassification","timestamp","id","item_id","country") WHERE copyclassification <> 'original';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "scans_by_verdict";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "scans_by_device";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "scans_fakes";
