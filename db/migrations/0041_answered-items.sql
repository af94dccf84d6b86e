ALTER TABLE "idempotency_keys" ADD COLUMN "scanned_item" jsonb;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "locale" text;