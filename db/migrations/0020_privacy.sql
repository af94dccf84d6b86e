CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid,
	"kind" text NOT NULL,
	"scan_id" uuid,
	"device" text,
	"hint" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"requested_by" uuid,
	"requested_by_name" text NOT NULL,
	"scans" integer DEFAULT 0 NOT NULL,
	"images" integer DEFAULT 0 NOT NULL,
	"sightings" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_kind" CHECK ("erasures"."kind" in ('scan', 'device')),
	CONSTRAINT "erasures_of_scan" CHECK (("erasures"."kind" = 'scan') = ("erasures"."scan_id" is not null)),
	CONSTRAINT "erasures_of_device" CHECK (("erasures"."kind" = 'device') = ("erasures"."hint" is not null)),
	CONSTRAINT "erasures_device_while_under_way" CHECK (("erasures"."kind" = 'device' and "erasures"."done_at" is null) = ("erasures"."device" is not null)),
	CONSTRAINT "erasures_counts" CHECK (least("erasures"."scans", "erasures"."images", "erasures"."sightings") >= 0)
);
--> statement-breakpoint
CREATE TABLE "retention_walks" (
	"producer_id" uuid NOT NULL,
	"walk" text NOT NULL,
	"done_to" timestamp (3) with time zone NOT NULL,
	"done_to_id" uuid NOT NULL,
	CONSTRAINT "retention_walks_producer_id_walk_pk" PRIMARY KEY("producer_id","walk"),
	CONSTRAINT "retention_walks_walk" CHECK ("retention_walks"."walk" in ('places', 'devices', 'images', 'sightingPlaces', 'sightingDevices', 'suspicions'))
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_act";--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_target_kind";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "redacted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "scan_id" uuid;--> statement-breakpoint
-- Producers that there are keep what they have, until their owners decide: what goes does not come back.
ALTER TABLE "producers" ADD COLUMN "precise_days" integer;--> statement-breakpoint
ALTER TABLE "producers" ALTER COLUMN "precise_days" SET DEFAULT 90;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "device_days" integer;--> statement-breakpoint
ALTER TABLE "producers" ALTER COLUMN "device_days" SET DEFAULT 400;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "image_days" integer;--> statement-breakpoint
ALTER TABLE "producers" ALTER COLUMN "image_days" SET DEFAULT 400;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "coarse" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_requested_by_people_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_of_producer" ON "erasures" USING btree ("producer_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "erasures_under_way" ON "erasures" USING btree ("requested_at","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "events_of_scan_images" ON "events" USING btree ((snapshot #>> '{content,scan_id}')) WHERE type in ('contentCreated', 'contentDeleted') and snapshot #>> '{content,scan_id}' is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_scan" ON "idempotency_keys" USING btree ("scan_id") WHERE scan_id is not null;--> statement-breakpoint
CREATE INDEX "sightings_of_identifier" ON "sightings" USING btree ("identifier","timestamp","id");--> statement-breakpoint
CREATE INDEX "sightings_by_device" ON "sightings" USING btree ("device","timestamp","id") WHERE device is not null;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_act" CHECK ("acts"."act" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed', 'producerSuspended', 'producerReactivated', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported'));--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_target_kind" CHECK ("acts"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'alertRule', 'producer', 'look', 'phoneRule', 'personalData'));--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_redacted" CHECK (not "deliveries"."redacted" or "deliveries"."body" is null);--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_retention" CHECK ("producers"."precise_days" between 7 and 3650 and "producers"."device_days" between 7 and 3650 and "producers"."image_days" between 7 and 3650);--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_coarse" CHECK (not "scans"."coarse" or "scans"."latitude" is not null);--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_erased" CHECK ("scans"."erased_at" is null or num_nonnulls("scans"."latitude", "scans"."software_info", "scans"."device_info", "scans"."os", "scans"."device", "scans"."softwareversion") = 0 and "scans"."data" = '{}');