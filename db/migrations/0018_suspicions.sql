CREATE TABLE "suspicions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" bigint NOT NULL,
	"producer_id" uuid NOT NULL,
	"scan_id" uuid,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"email" text,
	CONSTRAINT "suspicions_kind" CHECK ("suspicions"."kind" in ('seller', 'shop', 'looks', 'other')),
	CONSTRAINT "suspicions_text" CHECK (char_length("suspicions"."text") <= 1000),
	CONSTRAINT "suspicions_email" CHECK (char_length("suspicions"."email") between 3 and 254)
);
--> statement-breakpoint
ALTER TABLE "suspicions" ADD CONSTRAINT "suspicions_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suspicions" ADD CONSTRAINT "suspicions_item_of_producer" FOREIGN KEY ("item_id","producer_id") REFERENCES "public"."items"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "suspicions_by_producer" ON "suspicions" USING btree ("producer_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "suspicions_by_item" ON "suspicions" USING btree ("item_id","timestamp","id");--> statement-breakpoint
CREATE INDEX "suspicions_by_scan" ON "suspicions" USING btree ("scan_id") WHERE scan_id is not null;