-- expand
CREATE TABLE "inspection_photos" (
	"inspection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_id" uuid NOT NULL,
	CONSTRAINT "inspection_photos_pkey" PRIMARY KEY("inspection_id","name"),
	CONSTRAINT "inspection_photos_by_content" UNIQUE("content_id"),
	CONSTRAINT "inspection_photos_name" CHECK (char_length("inspection_photos"."name") between 1 and 40)
);
--> statement-breakpoint
CREATE TABLE "inspections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"person_id" uuid,
	"key" uuid NOT NULL,
	"code" text NOT NULL,
	"note" text NOT NULL,
	"is_flagged" boolean NOT NULL,
	"accuracy" double precision,
	"device_time" timestamp (3) with time zone NOT NULL,
	"verdict" text,
	"is_registered" boolean,
	"case_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inspections_once" UNIQUE("producer_id","person_id","key"),
	CONSTRAINT "inspections_code" CHECK (char_length("inspections"."code") between 1 and 200),
	CONSTRAINT "inspections_note" CHECK (char_length("inspections"."note") <= 2000),
	CONSTRAINT "inspections_accuracy" CHECK ("inspections"."accuracy" between 0 and 1e8),
	CONSTRAINT "inspections_verdict" CHECK ("inspections"."verdict" in ('genuine', 'suspicious', 'unknown')),
	CONSTRAINT "inspections_answered" CHECK (("inspections"."verdict" is null) = ("inspections"."is_registered" is null))
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_role";--> statement-breakpoint
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_role";--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "guided_photos" text[] DEFAULT '{"front","seam","label"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_photos" ADD CONSTRAINT "inspection_photos_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspection_photos" ADD CONSTRAINT "inspection_photos_content_id_contents_id_fk" FOREIGN KEY ("content_id") REFERENCES "public"."contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inspections" ADD CONSTRAINT "inspections_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inspections_by_producer" ON "inspections" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_by_time" ON "inspections" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "inspections_by_code" ON "inspections" USING btree ("producer_id","code","id");--> statement-breakpoint
CREATE INDEX "inspections_by_person" ON "inspections" USING btree ("person_id") WHERE person_id is not null;--> statement-breakpoint
CREATE INDEX "inspections_by_case" ON "inspections" USING btree ("case_id","id") WHERE case_id is not null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'caseOpened', 'caseChanged', 'caseMoved', 'caseNoteErased', 'casePersonRemoved', 'evidencePackMade', 'evidencePackDownloaded', 'codePatternClaimed', 'codePatternWithdrawn', 'codePatternAwarded', 'codePatternRejected', 'codeDismissed', 'codeMarkedCounterfeit', 'codeReopened', 'alertChannelCreated', 'alertChannelChanged', 'alertChannelDeleted', 'alertChannelTested', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'guidedPhotosChanged', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'activationChanged', 'ownershipVoided', 'secondCodeVoided', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported', 'ownershipsErased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'editor', 'viewer', 'inspector')) NOT VALID;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'editor', 'viewer', 'inspector')) NOT VALID;--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_guided_photos" CHECK (cardinality("producers"."guided_photos") <= 6 and array_position("producers"."guided_photos", null) is null) NOT VALID;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON inspections FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE inspections DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON inspection_photos FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select inspections.producer_id from inspections where inspections.id = r.inspection_id)', 'inspection_id,name');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON inspection_photos FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select inspections.producer_id from inspections where inspections.id = r.inspection_id)', 'inspection_id,name');--> statement-breakpoint
ALTER TABLE inspection_photos DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE inspection_photos DISABLE TRIGGER cell_fence_added;
