-- expand
CREATE TABLE "activation_settings" (
	"producer_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"warranty_months" integer,
	"secret" "bytea" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activation_settings_warranty" CHECK ("activation_settings"."warranty_months" between 0 and 600)
);
--> statement-breakpoint
CREATE TABLE "owner_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"ownership_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "owner_links_hash" UNIQUE("hash"),
	CONSTRAINT "owner_links_hash_length" CHECK (octet_length("owner_links"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "ownership_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"item_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"ownership_id" uuid,
	"email" text NOT NULL,
	"locale" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ownership_requests_hash" UNIQUE("hash"),
	CONSTRAINT "ownership_requests_kind" CHECK ("ownership_requests"."kind" in ('activation', 'transfer')),
	CONSTRAINT "ownership_requests_transfer" CHECK (("ownership_requests"."kind" = 'transfer') = ("ownership_requests"."ownership_id" is not null)),
	CONSTRAINT "ownership_requests_email" CHECK (char_length("ownership_requests"."email") between 3 and 254),
	CONSTRAINT "ownership_requests_locale" CHECK ("ownership_requests"."locale" in ('en', 'de')),
	CONSTRAINT "ownership_requests_hash_length" CHECK (octet_length("ownership_requests"."hash") = 32),
	CONSTRAINT "ownership_requests_time" CHECK ("ownership_requests"."expires_at" > "ownership_requests"."created_at")
);
--> statement-breakpoint
CREATE TABLE "ownerships" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"item_id" bigint NOT NULL,
	"email" text,
	"locale" text NOT NULL,
	"activated_at" timestamp (3) with time zone NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	"stolen_at" timestamp (3) with time zone,
	"warranty_months" integer,
	CONSTRAINT "ownerships_of_producer" UNIQUE("id","producer_id"),
	CONSTRAINT "ownerships_email" CHECK (char_length("ownerships"."email") between 3 and 254),
	CONSTRAINT "ownerships_end" CHECK (num_nulls("ownerships"."ended_at", "ownerships"."end_reason") in (0, 2)),
	CONSTRAINT "ownerships_email_until_end" CHECK (("ownerships"."email" is null) = ("ownerships"."ended_at" is not null)),
	CONSTRAINT "ownerships_end_reason" CHECK ("ownerships"."end_reason" in ('transferred', 'ended', 'voided', 'itemDeleted')),
	CONSTRAINT "ownerships_locale" CHECK ("ownerships"."locale" in ('en', 'de')),
	CONSTRAINT "ownerships_order" CHECK ("ownerships"."activated_at" <= "ownerships"."began_at" and "ownerships"."began_at" <= "ownerships"."ended_at"),
	CONSTRAINT "ownerships_warranty" CHECK ("ownerships"."warranty_months" between 0 and 600)
);
--> statement-breakpoint
ALTER TABLE "assessments" DROP CONSTRAINT "assessments_reasons";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "identifiers" ADD COLUMN "second_code_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activation_settings" ADD CONSTRAINT "activation_settings_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_links" ADD CONSTRAINT "owner_links_of_ownership" FOREIGN KEY ("ownership_id","producer_id") REFERENCES "public"."ownerships"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownership_requests" ADD CONSTRAINT "ownership_requests_item_of_producer" FOREIGN KEY ("item_id","producer_id") REFERENCES "public"."items"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownership_requests" ADD CONSTRAINT "ownership_requests_of_ownership" FOREIGN KEY ("ownership_id","producer_id") REFERENCES "public"."ownerships"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownerships" ADD CONSTRAINT "ownerships_item_of_producer" FOREIGN KEY ("item_id","producer_id") REFERENCES "public"."items"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_links_by_ownership" ON "owner_links" USING btree ("ownership_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ownership_requests_by_item" ON "ownership_requests" USING btree ("item_id","expires_at");--> statement-breakpoint
CREATE INDEX "ownership_requests_by_email" ON "ownership_requests" USING btree ("producer_id","email");--> statement-breakpoint
CREATE INDEX "ownership_requests_expired" ON "ownership_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ownership_requests_one_transfer" ON "ownership_requests" USING btree ("ownership_id") WHERE ownership_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ownerships_open" ON "ownerships" USING btree ("item_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "ownerships_by_item" ON "ownerships" USING btree ("item_id","began_at","id");--> statement-breakpoint
CREATE INDEX "ownerships_by_email" ON "ownerships" USING btree ("producer_id","email") WHERE email is not null;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_reasons" CHECK (cardinality("assessments"."reasons") > 0 and "assessments"."reasons" <@ array['invalidated', 'stolen', 'impossible_travel', 'many_devices', 'burst', 'outside_market', 'contradicts_client']::text[]) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'caseOpened', 'caseChanged', 'caseMoved', 'caseNoteErased', 'casePersonRemoved', 'evidencePackMade', 'evidencePackDownloaded', 'codePatternClaimed', 'codePatternWithdrawn', 'codePatternAwarded', 'codePatternRejected', 'codeDismissed', 'codeMarkedCounterfeit', 'codeReopened', 'alertChannelCreated', 'alertChannelChanged', 'alertChannelDeleted', 'alertChannelTested', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'activationChanged', 'ownershipVoided', 'secondCodeVoided', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported', 'ownershipsErased')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'codeBatch', 'labels', 'alertRule', 'case', 'codePattern', 'unregisteredCode', 'alertChannel', 'savedView', 'producer', 'look', 'phoneRule', 'personalData', 'person', 'ownership')) NOT VALID;--> statement-breakpoint
ALTER TABLE "identifiers" ADD CONSTRAINT "identifiers_generation" CHECK ("identifiers"."second_code_generation" >= 0) NOT VALID;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON activation_settings FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'producer_id');--> statement-breakpoint
ALTER TABLE activation_settings DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON ownerships FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE ownerships DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON owner_links FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE owner_links DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON ownership_requests FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE ownership_requests DISABLE TRIGGER cell_fence;
