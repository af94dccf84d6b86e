CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"private_to" uuid,
	"owner_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" in ('items', 'groups', 'scans', 'files', 'deliveries', 'unregisteredCodes')),
	CONSTRAINT "saved_views_name" CHECK (char_length("saved_views"."name") between 1 and 100 and "saved_views"."name" = btrim("saved_views"."name") and "saved_views"."name" !~ '[\x01-\x1f\x7f]'),
	CONSTRAINT "saved_views_query" CHECK (char_length("saved_views"."query") <= 2000 and "saved_views"."query" ~ '^[!-~]*$'),
	CONSTRAINT "saved_views_private_to_owner" CHECK ("saved_views"."private_to" = "saved_views"."owner_id")
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_member_of_producer" FOREIGN KEY ("private_to","producer_id") REFERENCES "public"."memberships"("person_id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_private_name" ON "saved_views" USING btree ("producer_id","list","private_to",lower("name")) WHERE private_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_shared_name" ON "saved_views" USING btree ("producer_id","list",lower("name")) WHERE private_to is null;--> statement-breakpoint
CREATE INDEX "saved_views_by_member" ON "saved_views" USING btree ("private_to","producer_id") WHERE private_to is not null;--> statement-breakpoint
CREATE INDEX "saved_views_by_owner" ON "saved_views" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'listExported', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'codeBatch', 'labels', 'alertRule', 'savedView', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;