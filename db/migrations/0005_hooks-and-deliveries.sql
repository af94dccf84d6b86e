CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"event_id" uuid NOT NULL,
	"hook_id" uuid NOT NULL,
	"hook" jsonb NOT NULL,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_hook_object" CHECK (jsonb_typeof("deliveries"."hook") = 'object')
);
--> statement-breakpoint
CREATE TABLE "delivery_queue" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"hook_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease" uuid,
	"tries_made" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "delivery_queue_tries" CHECK ("delivery_queue"."tries_made" >= 0)
);
--> statement-breakpoint
CREATE TABLE "tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"latency_ms" integer NOT NULL,
	"status" integer,
	"failure" text,
	"answer" text,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "tries_of_delivery" UNIQUE("delivery_id","started_at"),
	CONSTRAINT "tries_answered_or_failed" CHECK (("tries"."status" is null) <> ("tries"."failure" is null)),
	CONSTRAINT "tries_latency" CHECK ("tries"."latency_ms" >= 0),
	CONSTRAINT "tries_answer" CHECK (octet_length("tries"."answer") <= 4096 * 3)
);
--> statement-breakpoint
ALTER TABLE "hooks" DROP CONSTRAINT "hooks_group_id_groups_id_fk";
--> statement-breakpoint
DROP INDEX "hooks_by_producer";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "only_for_hook" uuid;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "events_as_list" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "secret" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "previous_secret" "bytea";--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "previous_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "switched_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "sealed_body" "bytea";--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_hook_id_hooks_id_fk" FOREIGN KEY ("hook_id") REFERENCES "public"."hooks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_queue" ADD CONSTRAINT "delivery_queue_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tries" ADD CONSTRAINT "tries_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_by_hook" ON "deliveries" USING btree ("hook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_event" ON "deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "delivery_queue_by_hook" ON "delivery_queue" USING btree ("hook_id","due_at");--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hooks_by_producer" ON "hooks" USING btree ("producer_id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_previous_secret" CHECK (("hooks"."previous_secret" is null) = ("hooks"."previous_secret_until" is null));--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_url" CHECK (char_length("hooks"."url") between 1 and 2000);