-- expand
CREATE TABLE "case_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"kind" text NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"text" text,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "case_entries_kind" CHECK ("case_entries"."kind" in ('opened', 'changed', 'moved', 'linked', 'unlinked', 'noted', 'personAdded', 'personChanged', 'personRemoved')),
	CONSTRAINT "case_entries_text" CHECK (char_length("case_entries"."text") between 1 and 4000),
	CONSTRAINT "case_entries_note" CHECK ("case_entries"."kind" <> 'noted' or ("case_entries"."text" is null) = ("case_entries"."erased_at" is not null)),
	CONSTRAINT "case_entries_changes" CHECK (jsonb_typeof("case_entries"."changes") = 'array'),
	CONSTRAINT "case_entries_mentions" CHECK (cardinality("case_entries"."mentions") <= 20)
);
--> statement-breakpoint
CREATE TABLE "case_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scan_id" uuid,
	"code" text,
	"report_id" uuid,
	"alert_id" uuid,
	"item_id" bigint,
	"added_at" timestamp (3) with time zone NOT NULL,
	"added_by" text NOT NULL,
	CONSTRAINT "case_links_once" UNIQUE NULLS NOT DISTINCT("case_id","kind","scan_id","code","report_id","alert_id","item_id"),
	CONSTRAINT "case_links_kind" CHECK ("case_links"."kind" in ('scan', 'code', 'report', 'alert', 'item')),
	CONSTRAINT "case_links_one" CHECK (num_nonnulls("case_links"."scan_id", "case_links"."code", "case_links"."report_id", "case_links"."alert_id", "case_links"."item_id") = 1
        and case "case_links"."kind" when 'scan' then "case_links"."scan_id" is not null when 'code' then "case_links"."code" is not null
          when 'report' then "case_links"."report_id" is not null when 'alert' then "case_links"."alert_id" is not null
          else "case_links"."item_id" is not null end),
	CONSTRAINT "case_links_code" CHECK (char_length("case_links"."code") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "case_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"contact" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "case_people_role" CHECK ("case_people"."role" in ('seller', 'buyer', 'witness', 'authority', 'lawyer', 'other')),
	CONSTRAINT "case_people_name" CHECK (char_length("case_people"."name") between 1 and 100),
	CONSTRAINT "case_people_contact" CHECK (char_length("case_people"."contact") <= 500),
	CONSTRAINT "case_people_note" CHECK (char_length("case_people"."note") <= 1000)
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"owner_id" uuid,
	"due_on" date,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "cases_of_producer" UNIQUE("id","producer_id"),
	CONSTRAINT "cases_number" UNIQUE("producer_id","number"),
	CONSTRAINT "cases_number_positive" CHECK ("cases"."number" > 0),
	CONSTRAINT "cases_title" CHECK (char_length("cases"."title") between 1 and 100),
	CONSTRAINT "cases_summary" CHECK (char_length("cases"."summary") <= 4000),
	CONSTRAINT "cases_state" CHECK ("cases"."state" in ('new', 'investigating', 'confirmed', 'dismissed', 'handedOver', 'closed')),
	CONSTRAINT "cases_tags" CHECK (cardinality("cases"."tags") <= 20),
	CONSTRAINT "cases_decided" CHECK (("cases"."decided_at" is null) = ("cases"."state" in ('new', 'investigating'))),
	CONSTRAINT "cases_closed" CHECK (("cases"."closed_at" is not null) = ("cases"."state" = 'closed'))
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "saved_views" DROP CONSTRAINT "saved_views_list";--> statement-breakpoint
ALTER TABLE "case_entries" ADD CONSTRAINT "case_entries_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_case_of_producer" FOREIGN KEY ("case_id","producer_id") REFERENCES "public"."cases"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_links" ADD CONSTRAINT "case_links_item_of_producer" FOREIGN KEY ("item_id","producer_id") REFERENCES "public"."items"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_people" ADD CONSTRAINT "case_people_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_entries_of_case" ON "case_entries" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "case_links_of_case" ON "case_links" USING btree ("case_id","kind","id");--> statement-breakpoint
CREATE INDEX "case_links_by_scan" ON "case_links" USING btree ("scan_id") WHERE scan_id is not null;--> statement-breakpoint
CREATE INDEX "case_links_by_code" ON "case_links" USING btree ("producer_id","code") WHERE code is not null;--> statement-breakpoint
CREATE INDEX "case_links_by_report" ON "case_links" USING btree ("report_id") WHERE report_id is not null;--> statement-breakpoint
CREATE INDEX "case_links_by_alert" ON "case_links" USING btree ("alert_id") WHERE alert_id is not null;--> statement-breakpoint
CREATE INDEX "case_links_by_item" ON "case_links" USING btree ("item_id") WHERE item_id is not null;--> statement-breakpoint
CREATE INDEX "case_people_of_case" ON "case_people" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "cases_by_producer" ON "cases" USING btree ("producer_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "cases_by_state" ON "cases" USING btree ("producer_id","state","updated_at","id");--> statement-breakpoint
CREATE INDEX "cases_ended" ON "cases" USING btree ("updated_at") WHERE state in ('dismissed', 'closed');--> statement-breakpoint
CREATE INDEX "cases_by_owner" ON "cases" USING btree ("owner_id") WHERE owner_id is not null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'caseOpened', 'caseChanged', 'caseMoved', 'caseNoteErased', 'casePersonRemoved', 'codePatternClaimed', 'codePatternWithdrawn', 'codePatternAwarded', 'codePatternRejected', 'codeDismissed', 'codeMarkedCounterfeit', 'codeReopened', 'alertChannelCreated', 'alertChannelChanged', 'alertChannelDeleted', 'alertChannelTested', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'codeBatch', 'labels', 'alertRule', 'case', 'codePattern', 'unregisteredCode', 'alertChannel', 'savedView', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" in ('items', 'groups', 'scans', 'files', 'deliveries', 'unregisteredCodes', 'cases')) NOT VALID;--> statement-breakpoint
-- Cases go three years after their end, and with their producer.
CREATE FUNCTION refuse_early_end_of_case() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state IN ('dismissed', 'closed') AND OLD.updated_at < now() - make_interval(days => 1095)
    OR is_discarded(OLD.producer_id) OR NOT EXISTS (SELECT FROM producers WHERE id = OLD.producer_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a case is deleted three years after its end';
END
$$;
--> statement-breakpoint
CREATE TRIGGER cases_deleted_late BEFORE DELETE ON cases FOR EACH ROW EXECUTE FUNCTION refuse_early_end_of_case();
--> statement-breakpoint
-- Entries stay as they are, but for the text of a note that is erased. They go with their case.
CREATE FUNCTION refuse_case_entry_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  of_producer constant uuid := (SELECT producer_id FROM cases WHERE id = OLD.case_id);
BEGIN
  IF TG_OP = 'DELETE' AND (of_producer IS NULL OR is_discarded(of_producer)) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.text IS NULL AND OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL
    AND to_jsonb(NEW) - '{text,erased_at,mentions}'::text[] = to_jsonb(OLD) - '{text,erased_at,mentions}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'case_entries is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER case_entries_append_only BEFORE UPDATE OR DELETE ON case_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_case_entry_change();--> statement-breakpoint
CREATE TRIGGER case_entries_not_truncated BEFORE TRUNCATE ON case_entries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON cases FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE cases DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON case_links FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE case_links DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON case_entries FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select cases.producer_id from cases where cases.id = r.case_id)', 'id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON case_entries FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select cases.producer_id from cases where cases.id = r.case_id)', 'id');--> statement-breakpoint
ALTER TABLE case_entries DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE case_entries DISABLE TRIGGER cell_fence_added;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON case_people FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select cases.producer_id from cases where cases.id = r.case_id)', 'id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON case_people FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select cases.producer_id from cases where cases.id = r.case_id)', 'id');--> statement-breakpoint
ALTER TABLE case_people DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE case_people DISABLE TRIGGER cell_fence_added;
