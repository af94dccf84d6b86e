-- expand, outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_of_producer_by_xid" ON "audit_events" USING btree ("producer_id","xid","id");
