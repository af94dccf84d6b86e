-- expand
CREATE TABLE "alert_channel_rules" (
	"channel_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	CONSTRAINT "alert_channel_rules_channel_id_rule_id_pk" PRIMARY KEY("channel_id","rule_id")
);
--> statement-breakpoint
CREATE TABLE "alert_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"url" "bytea",
	"host" text NOT NULL,
	"locale" text NOT NULL,
	"all_rules" boolean NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"quiet_hours" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "alert_channels_of_producer" UNIQUE("id","producer_id"),
	CONSTRAINT "alert_channels_kind" CHECK ("alert_channels"."kind" in ('slack', 'teams')),
	CONSTRAINT "alert_channels_locale" CHECK ("alert_channels"."locale" in ('en', 'de')),
	CONSTRAINT "alert_channels_name" CHECK (char_length("alert_channels"."name") between 1 and 100),
	CONSTRAINT "alert_channels_host" CHECK (char_length("alert_channels"."host") between 1 and 300),
	CONSTRAINT "alert_channels_url" CHECK (("alert_channels"."url" is null) = ("alert_channels"."deleted_at" is not null)),
	CONSTRAINT "alert_channels_quiet" CHECK (jsonb_typeof("alert_channels"."quiet_hours") = 'object' and "alert_channels"."quiet_hours" ?& array['from', 'to', 'timeZone', 'days'])
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "alert_mails" DROP CONSTRAINT "alert_mails_alert_id_person_id_pk";--> statement-breakpoint
ALTER TABLE "alert_mails" ALTER COLUMN "person_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT new_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD COLUMN "channel_id" uuid;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD COLUMN "held_for" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "alert_channel_rules" ADD CONSTRAINT "alert_channel_rules_channel_of_producer" FOREIGN KEY ("channel_id","producer_id") REFERENCES "public"."alert_channels"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_channel_rules" ADD CONSTRAINT "alert_channel_rules_rule_of_producer" FOREIGN KEY ("rule_id","producer_id") REFERENCES "public"."alert_rules"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_channels" ADD CONSTRAINT "alert_channels_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_channel_rules_by_rule" ON "alert_channel_rules" USING btree ("rule_id");--> statement-breakpoint
CREATE INDEX "alert_channels_by_producer" ON "alert_channels" USING btree ("producer_id","created_at") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_channel_id_alert_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."alert_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_mails_alert_id_person_id_pk" ON "alert_mails" USING btree ("alert_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_mails_of_channel" ON "alert_mails" USING btree ("channel_id","alert_id") WHERE channel_id is not null;--> statement-breakpoint
CREATE INDEX "alert_mails_of_person" ON "alert_mails" USING btree ("person_id") WHERE sent_at is null and given_up_at is null;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_one_recipient" CHECK (num_nonnulls("alert_mails"."person_id", "alert_mails"."channel_id") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_held_for" CHECK ("alert_mails"."held_for" in ('quietHours', 'repeats')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'codePatternClaimed', 'codePatternWithdrawn', 'codePatternAwarded', 'codePatternRejected', 'codeDismissed', 'codeMarkedCounterfeit', 'codeReopened', 'alertChannelCreated', 'alertChannelChanged', 'alertChannelDeleted', 'alertChannelTested', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'codeBatch', 'labels', 'alertRule', 'codePattern', 'unregisteredCode', 'alertChannel', 'savedView', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_quiet" CHECK (jsonb_typeof("people"."quiet_hours") = 'object' and "people"."quiet_hours" ?& array['from', 'to', 'timeZone', 'days']) NOT VALID;--> statement-breakpoint
-- The fence of a producer that moves between cells (decision 0067).
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON alert_channels FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE alert_channels DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON alert_channel_rules FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'channel_id,rule_id');--> statement-breakpoint
ALTER TABLE alert_channel_rules DISABLE TRIGGER cell_fence;--> statement-breakpoint
DROP TRIGGER cell_fence ON alert_mails;--> statement-breakpoint
DROP TRIGGER cell_fence_added ON alert_mails;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON alert_mails FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select alerts.producer_id from alerts where alerts.id = r.alert_id)', 'id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON alert_mails FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select alerts.producer_id from alerts where alerts.id = r.alert_id)', 'id');--> statement-breakpoint
ALTER TABLE alert_mails DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE alert_mails DISABLE TRIGGER cell_fence_added;
