CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"is_hashing" boolean DEFAULT false NOT NULL,
	"used_from" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_until" timestamp (3) with time zone,
	"sessions_until" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"resealed_to" uuid,
	"resealed_at" timestamp (3) with time zone,
	CONSTRAINT "secret_keys_id" CHECK ("secret_keys"."id" ~ '^[0-9a-f]{16}$'),
	CONSTRAINT "secret_keys_used" CHECK (("secret_keys"."used_until" is null) = ("secret_keys"."sessions_until" is null))
);
--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "secret_unreadable_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "secret_keys_one_current" ON "secret_keys" USING btree ((true)) WHERE used_until is null;--> statement-breakpoint
CREATE UNIQUE INDEX "secret_keys_one_hashing" ON "secret_keys" USING btree ("is_hashing") WHERE is_hashing;--> statement-breakpoint
CREATE INDEX "hooks_unreadable" ON "hooks" USING btree ("id") WHERE secret_unreadable_since is not null;