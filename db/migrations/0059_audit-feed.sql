-- expand
-- Rows that exist keep the constant: the table is not rewritten.
ALTER TABLE "audit_events" ADD COLUMN "xid" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id()::text::bigint;
