CREATE TABLE "credential_epoch" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "credential_epoch_one_row" CHECK ("credential_epoch"."only")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"producer_id" uuid NOT NULL,
	"snapshot" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"title" text,
	"image" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"verificationinfos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "groups_of_producer" UNIQUE("id","producer_id"),
	CONSTRAINT "groups_data_object" CHECK (jsonb_typeof("groups"."data") = 'object'),
	CONSTRAINT "groups_verificationinfos_array" CHECK (jsonb_typeof("groups"."verificationinfos") = 'array')
);
--> statement-breakpoint
CREATE TABLE "history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"action" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"changes" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"previous_hash" "bytea",
	"hash" "bytea" NOT NULL,
	CONSTRAINT "history_position" UNIQUE("item_id","position"),
	CONSTRAINT "history_chain_begins" CHECK (("history"."position" = 1) = ("history"."previous_hash" is null)),
	CONSTRAINT "history_actor_type" CHECK ("history"."actor_type" in ('token', 'user', 'system')),
	CONSTRAINT "history_action" CHECK ("history"."action" in ('created', 'modified', 'invalidated', 'addedToGroup', 'deletedFromGroup', 'deleted'))
);
--> statement-breakpoint
CREATE TABLE "hooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"item_id" bigint,
	"group_id" uuid,
	"events" text[] NOT NULL,
	"url" text NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"executed" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hooks_one_target" CHECK ("hooks"."item_id" is null or "hooks"."group_id" is null),
	CONSTRAINT "hooks_events" CHECK (cardinality("hooks"."events") > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "identifiers" (
	"identifier" text PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	CONSTRAINT "identifiers_of_producer" UNIQUE("identifier","producer_id"),
	CONSTRAINT "identifiers_length" CHECK (char_length("identifiers"."identifier") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"identifier" text NOT NULL,
	"producer_id" uuid NOT NULL,
	"group_id" uuid,
	"title" text,
	"image" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"verificationinfos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"scans" bigint DEFAULT 0 NOT NULL,
	"fakes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"invalidated_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"history_length" integer DEFAULT 0 NOT NULL,
	"history_hash" "bytea",
	CONSTRAINT "items_of_producer" UNIQUE("id","producer_id"),
	CONSTRAINT "items_counters" CHECK ("items"."fakes" >= 0 and "items"."scans" >= "items"."fakes"),
	CONSTRAINT "items_data_object" CHECK (jsonb_typeof("items"."data") = 'object'),
	CONSTRAINT "items_verificationinfos_array" CHECK (jsonb_typeof("items"."verificationinfos") = 'array'),
	CONSTRAINT "items_invalidated_is_final" CHECK ("items"."invalidated_at" is null or "items"."deleted_at" is null),
	CONSTRAINT "items_deleted_in_no_group" CHECK ("items"."deleted_at" is null or "items"."group_id" is null)
);
--> statement-breakpoint
CREATE TABLE "phone_rules" (
	"os" text PRIMARY KEY NOT NULL,
	"minimum_version" text NOT NULL,
	"physical_only" boolean DEFAULT true NOT NULL,
	"unsupported_models" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "phone_rules_os_lower" CHECK ("phone_rules"."os" = lower("phone_rules"."os")),
	CONSTRAINT "phone_rules_version" CHECK ("phone_rules"."minimum_version" ~ '^[0-9]+([.][0-9]+)*$')
);
--> statement-breakpoint
CREATE TABLE "producers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "producers_name_length" CHECK (char_length("producers"."name") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" bigint NOT NULL,
	"producer_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"copyclassification" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"country" text,
	"continent" text,
	"data" jsonb NOT NULL,
	"software_info" jsonb,
	"device_info" jsonb,
	"os" text,
	"device" text,
	"softwareversion" text,
	"creator" uuid,
	CONSTRAINT "scans_copyclassification" CHECK ("scans"."copyclassification" in ('original', 'fake', 'unknown', 'error')),
	CONSTRAINT "scans_location" CHECK (("scans"."latitude" is null) = ("scans"."longitude" is null) and "scans"."latitude" between -90 and 90 and "scans"."longitude" between -180 and 180),
	CONSTRAINT "scans_country" CHECK ("scans"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "scans_continent" CHECK ("scans"."continent" in ('AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'))
);
--> statement-breakpoint
CREATE TABLE "sightings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"copyclassification" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"country" text,
	"continent" text,
	"os" text,
	"device" text,
	"softwareversion" text,
	"creator" uuid,
	CONSTRAINT "sightings_identifier_length" CHECK (char_length("sightings"."identifier") <= 200),
	CONSTRAINT "sightings_copyclassification" CHECK ("sightings"."copyclassification" in ('original', 'fake', 'unknown', 'error'))
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "tokens_kind" CHECK ("tokens"."kind" in ('token', 'ownerKey')),
	CONSTRAINT "tokens_hash_length" CHECK (octet_length("tokens"."hash") = 32),
	CONSTRAINT "tokens_name_length" CHECK (char_length("tokens"."name") between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identifiers" ADD CONSTRAINT "identifiers_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_identifier_of_producer" FOREIGN KEY ("identifier","producer_id") REFERENCES "public"."identifiers"("identifier","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_group_of_same_producer" FOREIGN KEY ("group_id","producer_id") REFERENCES "public"."groups"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_creator_producers_id_fk" FOREIGN KEY ("creator") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_item_of_producer" FOREIGN KEY ("item_id","producer_id") REFERENCES "public"."items"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_creator_producers_id_fk" FOREIGN KEY ("creator") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_producer" ON "events" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "groups_by_producer" ON "groups" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "history_by_item" ON "history" USING btree ("item_id","timestamp","position");--> statement-breakpoint
CREATE INDEX "hooks_by_producer" ON "hooks" USING btree ("producer_id");--> statement-breakpoint
CREATE INDEX "hooks_by_item" ON "hooks" USING btree ("item_id") WHERE item_id is not null;--> statement-breakpoint
CREATE INDEX "hooks_by_group" ON "hooks" USING btree ("group_id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "items_identifier" ON "items" USING btree ("identifier") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "items_by_producer" ON "items" USING btree ("producer_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "items_by_group" ON "items" USING btree ("group_id","created_at","id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "scans_by_item" ON "scans" USING btree ("item_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "scans_by_producer" ON "scans" USING btree ("producer_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "sightings_by_time" ON "sightings" USING btree ("timestamp","id");--> statement-breakpoint
CREATE INDEX "sightings_by_identifier" ON "sightings" USING btree ("identifier","timestamp");--> statement-breakpoint
CREATE UNIQUE INDEX "tokens_hash" ON "tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "tokens_producer" ON "tokens" USING btree ("producer_id");