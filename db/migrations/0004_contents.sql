CREATE TABLE "contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"name" text,
	"description" text,
	"scan_id" uuid,
	"scan_place" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contents_place_in_scan" UNIQUE("scan_id","scan_place"),
	CONSTRAINT "contents_size" CHECK ("contents"."size" between 0 and 10485760),
	CONSTRAINT "contents_content_type" CHECK (char_length("contents"."content_type") between 3 and 255),
	CONSTRAINT "contents_of_scan" CHECK (("contents"."scan_id" is null) = ("contents"."scan_place" is null)),
	CONSTRAINT "contents_scan_place" CHECK ("contents"."scan_place" between 1 and 3)
);
--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "quota" bigint DEFAULT 1073741824 NOT NULL;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "content_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "scan_image_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contents" ADD CONSTRAINT "contents_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contents_by_producer" ON "contents" USING btree ("producer_id","created_at","id");--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_bytes" CHECK ("producers"."content_bytes" >= 0 and "producers"."scan_image_bytes" >= 0 and "producers"."quota" >= 0);