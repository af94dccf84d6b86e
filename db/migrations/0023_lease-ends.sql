-- As ids of `newId` are: sorted by age, so that rows that are written and read together lie together.
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT overlay(gen_random_uuid()::text
    PLACING overlay(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') PLACING '-' FROM 9 FOR 0) || '-7'
    FROM 1 FOR 15)::uuid
$$;--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "id" SET DEFAULT new_id();--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
-- A lease ended when the delivery was due again.
UPDATE "delivery_queue" SET "leased_until" = "due_at" WHERE "lease" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_leased_until" CHECK (("delivery_queue"."lease" is null) = ("delivery_queue"."leased_until" is null));--> statement-breakpoint
-- Room in each page for the claim of what is in it.
ALTER TABLE "delivery_queue" SET (fillfactor = 50);
