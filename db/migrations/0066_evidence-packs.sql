-- expand
CREATE TABLE "evidence_files" (
	"pack_id" uuid NOT NULL,
	"path" text NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size" integer NOT NULL,
	"body" "bytea",
	"content_id" uuid,
	"report_id" uuid,
	CONSTRAINT "evidence_files_pack_id_path_pk" PRIMARY KEY("pack_id","path"),
	CONSTRAINT "evidence_files_one" CHECK (num_nonnulls("evidence_files"."body", "evidence_files"."content_id", "evidence_files"."report_id") = 1),
	CONSTRAINT "evidence_files_sha256" CHECK (octet_length("evidence_files"."sha256") = 32),
	CONSTRAINT "evidence_files_size" CHECK ("evidence_files"."size" between 0 and 10485760 and ("evidence_files"."body" is null or octet_length("evidence_files"."body") = "evidence_files"."size")),
	CONSTRAINT "evidence_files_path_form" CHECK ("evidence_files"."path" ~ '^[A-Za-z0-9][A-Za-z0-9/._-]{0,199}$')
);
--> statement-breakpoint
CREATE TABLE "evidence_keys" (
	"public_key" "bytea" PRIMARY KEY NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "evidence_keys_length" CHECK (octet_length("evidence_keys"."public_key") = 32)
);
--> statement-breakpoint
CREATE TABLE "evidence_packs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"job_id" uuid NOT NULL,
	"language" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"sealed_at" timestamp (3) with time zone,
	"files" integer DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sums_sha256" "bytea",
	"signature" "bytea",
	"public_key" "bytea",
	"timestamp" "bytea",
	"timestamp_fault" text,
	"files_deleted_at" timestamp (3) with time zone,
	CONSTRAINT "evidence_packs_number" UNIQUE("case_id","number"),
	CONSTRAINT "evidence_packs_language" CHECK ("evidence_packs"."language" in ('en', 'de')),
	CONSTRAINT "evidence_packs_number_positive" CHECK ("evidence_packs"."number" > 0),
	CONSTRAINT "evidence_packs_sealed" CHECK (num_nonnulls("evidence_packs"."sealed_at", "evidence_packs"."sums_sha256", "evidence_packs"."signature", "evidence_packs"."public_key") in (0, 4)
        and ("evidence_packs"."timestamp" is null or "evidence_packs"."sealed_at" is not null)),
	CONSTRAINT "evidence_packs_bytes" CHECK (octet_length("evidence_packs"."sums_sha256") = 32 and octet_length("evidence_packs"."signature") = 64 and octet_length("evidence_packs"."public_key") = 32
        and ("evidence_packs"."timestamp" is null or octet_length("evidence_packs"."timestamp") <= 65536)),
	CONSTRAINT "evidence_packs_faults" CHECK (jsonb_typeof("evidence_packs"."faults") = 'array'),
	CONSTRAINT "evidence_packs_texts" CHECK (char_length("evidence_packs"."timestamp_fault") <= 300)
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "case_entries" DROP CONSTRAINT "case_entries_kind";--> statement-breakpoint
ALTER TABLE "evidence_files" ADD CONSTRAINT "evidence_files_pack_id_evidence_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."evidence_packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD CONSTRAINT "evidence_packs_case_of_producer" FOREIGN KEY ("case_id","producer_id") REFERENCES "public"."cases"("id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_packs_with_files" ON "evidence_packs" USING btree ("requested_at") WHERE files_deleted_at is null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'caseOpened', 'caseChanged', 'caseMoved', 'caseNoteErased', 'casePersonRemoved', 'evidencePackMade', 'evidencePackDownloaded', 'codePatternClaimed', 'codePatternWithdrawn', 'codePatternAwarded', 'codePatternRejected', 'codeDismissed', 'codeMarkedCounterfeit', 'codeReopened', 'alertChannelCreated', 'alertChannelChanged', 'alertChannelDeleted', 'alertChannelTested', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "case_entries" ADD CONSTRAINT "case_entries_kind" CHECK ("case_entries"."kind" in ('opened', 'changed', 'moved', 'linked', 'unlinked', 'noted', 'personAdded', 'personChanged', 'personRemoved', 'packMade', 'packDownloaded')) NOT VALID;--> statement-breakpoint
-- A signed pack stays as it is, until its files go and, with its case, the pack itself.
CREATE FUNCTION refuse_pack_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.sealed_at IS NOT NULL
    AND to_jsonb(OLD) - 'files_deleted_at' IS DISTINCT FROM to_jsonb(NEW) - 'files_deleted_at' THEN
    RAISE EXCEPTION 'a signed evidence pack cannot be changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER evidence_packs_sealed BEFORE UPDATE ON evidence_packs FOR EACH ROW
  EXECUTE FUNCTION refuse_pack_change();--> statement-breakpoint
CREATE FUNCTION refuse_pack_file_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a file of an evidence pack cannot be changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER evidence_files_unchanged BEFORE UPDATE ON evidence_files FOR EACH ROW
  EXECUTE FUNCTION refuse_pack_file_change();--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON evidence_packs FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE evidence_packs DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON evidence_files FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select evidence_packs.producer_id from evidence_packs where evidence_packs.id = r.pack_id)', 'pack_id,path');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON evidence_files FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select evidence_packs.producer_id from evidence_packs where evidence_packs.id = r.pack_id)', 'pack_id,path');--> statement-breakpoint
ALTER TABLE evidence_files DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE evidence_files DISABLE TRIGGER cell_fence_added;
