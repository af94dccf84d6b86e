-- expand
CREATE TABLE "database_identity" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"identity" text NOT NULL,
	"changed_at" timestamp (3) with time zone,
	CONSTRAINT "database_identity_one_row" CHECK ("database_identity"."only"),
	CONSTRAINT "database_identity_length" CHECK (char_length("database_identity"."identity") between 1 and 100)
);
--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contents" ADD COLUMN "sha256" "bytea";--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_name" UNIQUE("name");--> statement-breakpoint
ALTER TABLE "backups" ADD CONSTRAINT "backups_verified" CHECK ("backups"."verified_at" is null or "backups"."name" is not null);--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_sha256" CHECK (octet_length("contents"."sha256") = 32);