-- expand
CREATE TABLE "public_demo" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"producer_id" uuid,
	"genuine_code" text,
	"suspicious_code" text,
	"unknown_code" text,
	"created_at" timestamp (3) with time zone,
	"percent" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "public_demo_producer" UNIQUE("producer_id"),
	CONSTRAINT "public_demo_only" CHECK ("public_demo"."only"),
	CONSTRAINT "public_demo_percent" CHECK ("public_demo"."percent" between 0 and 100),
	CONSTRAINT "public_demo_whole" CHECK (num_nonnulls("public_demo"."producer_id", "public_demo"."genuine_code", "public_demo"."suspicious_code", "public_demo"."unknown_code", "public_demo"."created_at") in (0, 5))
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "is_demo_visitor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "public_demo" ADD CONSTRAINT "public_demo_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "people_one_demo_visitor" ON "people" USING btree ("is_demo_visitor") WHERE is_demo_visitor;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_demo_visitor" CHECK (not "people"."is_demo_visitor" or (num_nonnulls("people"."password_hash", "people"."oidc_subject", "people"."email_proven_at", "people"."quiet_hours") = 0
        and not "people"."is_admin" and "people"."email" like '%.invalid')) NOT VALID;