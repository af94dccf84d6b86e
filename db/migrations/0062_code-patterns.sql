-- expand
CREATE TABLE "code_marks" (
	"producer_id" uuid NOT NULL,
	"identifier" text NOT NULL,
	"mark" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "code_marks_pkey" PRIMARY KEY("producer_id","identifier"),
	CONSTRAINT "code_marks_mark" CHECK ("code_marks"."mark" in ('dismissed', 'counterfeit')),
	CONSTRAINT "code_marks_identifier_length" CHECK (char_length("code_marks"."identifier") <= 200)
);
--> statement-breakpoint
CREATE TABLE "code_patterns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"head" text NOT NULL,
	"fixed" integer NOT NULL,
	"near" text[] NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"sweep" text NOT NULL,
	"swept_at" timestamp (3) with time zone,
	"swept_id" uuid,
	"attributed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "code_patterns_kind" CHECK ("code_patterns"."kind" in ('prefix', 'gs1', 'shape')),
	CONSTRAINT "code_patterns_state" CHECK ("code_patterns"."state" in ('active', 'contested', 'rejected', 'withdrawn')),
	CONSTRAINT "code_patterns_sweep" CHECK ("code_patterns"."sweep" in ('sightings', 'reports', 'done')),
	CONSTRAINT "code_patterns_swept" CHECK (("code_patterns"."swept_at" is null) = ("code_patterns"."swept_id" is null)),
	CONSTRAINT "code_patterns_text" CHECK (char_length("code_patterns"."text") between 4 and 400),
	CONSTRAINT "code_patterns_head" CHECK (char_length("code_patterns"."head") between 2 and 200),
	CONSTRAINT "code_patterns_company_prefix" CHECK ("code_patterns"."kind" <> 'gs1' or "code_patterns"."text" ~ '^[0-9]{6,12}$'),
	CONSTRAINT "code_patterns_fixed" CHECK ("code_patterns"."fixed" between 2 and 200),
	CONSTRAINT "code_patterns_near_count" CHECK (cardinality("code_patterns"."near") <= 60),
	CONSTRAINT "code_patterns_note" CHECK (char_length("code_patterns"."note") <= 500),
	CONSTRAINT "code_patterns_attributed" CHECK ("code_patterns"."attributed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "report_photos" (
	"report_id" uuid PRIMARY KEY NOT NULL,
	"image" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "report_photos_size" CHECK (octet_length("report_photos"."image") between 1 and 1000000)
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "seller_url" text;--> statement-breakpoint
ALTER TABLE "sightings" ADD COLUMN "basis" text;--> statement-breakpoint
ALTER TABLE "sightings" ADD COLUMN "basis_text" text;--> statement-breakpoint
ALTER TABLE "code_marks" ADD CONSTRAINT "code_marks_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_patterns" ADD CONSTRAINT "code_patterns_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_photos" ADD CONSTRAINT "report_photos_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_patterns_by_producer" ON "code_patterns" USING btree ("producer_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "code_patterns_of_producer" ON "code_patterns" USING btree ("producer_id","kind","text") WHERE state in ('active', 'contested');--> statement-breakpoint
CREATE INDEX "code_patterns_by_head" ON "code_patterns" USING btree ("head" collate "C") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "code_patterns_near" ON "code_patterns" USING gin ("near") WITH (fastupdate=off) WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "code_patterns_contested" ON "code_patterns" USING btree ("changed_at","id") WHERE state = 'contested';--> statement-breakpoint
CREATE INDEX "code_patterns_to_sweep" ON "code_patterns" USING btree ("changed_at","id") WHERE state = 'active' and sweep <> 'done';--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'codePatternClaimed', 'codePatternWithdrawn', 'codePatternAwarded', 'codePatternRejected', 'codeDismissed', 'codeMarkedCounterfeit', 'codeReopened', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'codeBatch', 'labels', 'alertRule', 'codePattern', 'unregisteredCode', 'savedView', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_place" CHECK (char_length("reports"."place") between 1 and 200) NOT VALID;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_seller_url" CHECK (char_length("reports"."seller_url") <= 1000 and "reports"."seller_url" ~ '^https?://') NOT VALID;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_basis" CHECK ("sightings"."basis" in ('item', 'token', 'prefix', 'gs1', 'shape', 'similar')) NOT VALID;--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_basis_text" CHECK (char_length("sightings"."basis_text") <= 400) NOT VALID;--> statement-breakpoint
-- The active patterns whose fixed start is one of the given texts: one index lookup for each. The settings leave the planner no
-- other plan: a function with settings of its own is planned by itself.
CREATE FUNCTION patterns_by_head(heads text[])
  RETURNS TABLE (producer_id uuid, kind text, text text)
  LANGUAGE sql STABLE
  SET enable_seqscan = off
AS $$
  SELECT p.producer_id, p.kind, p.text FROM code_patterns p
    WHERE p.state = 'active' AND p.head COLLATE "C" = ANY (heads) ORDER BY char_length(p.head) DESC LIMIT 100
$$;--> statement-breakpoint
-- The active patterns whose start differs from that of a code by one or two characters.
CREATE FUNCTION patterns_near(keys text[])
  RETURNS TABLE (producer_id uuid, kind text, text text)
  LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET enable_indexscan = off
AS $$
  SELECT p.producer_id, p.kind, p.text FROM code_patterns p WHERE p.state = 'active' AND p.near && keys
    ORDER BY p.fixed DESC, p.id LIMIT 32
$$;--> statement-breakpoint
-- The producers of some identifiers, by one index lookup for each.
CREATE FUNCTION identifiers_among(codes text[])
  RETURNS TABLE (identifier text, producer_id uuid)
  LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET enable_bitmapscan = off
AS $$
  SELECT found.identifier, found.producer_id FROM unnest(codes) AS wanted(code) CROSS JOIN LATERAL
    (SELECT i.identifier, i.producer_id FROM identifiers i WHERE i.identifier = wanted.code AND i.sandbox = 0 LIMIT 1) found
$$;--> statement-breakpoint
-- The fences of a producer that moves between cells (decision 0067).
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON code_patterns FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE code_patterns DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON code_marks FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'producer_id,identifier');--> statement-breakpoint
ALTER TABLE code_marks DISABLE TRIGGER cell_fence;--> statement-breakpoint
CREATE TRIGGER cell_fence BEFORE UPDATE OR DELETE ON report_photos FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select reports.producer_id from reports where reports.id = r.report_id)', 'report_id');--> statement-breakpoint
CREATE TRIGGER cell_fence_added AFTER INSERT ON report_photos FOR EACH ROW
  EXECUTE FUNCTION fence_producer('(select reports.producer_id from reports where reports.id = r.report_id)', 'report_id');--> statement-breakpoint
ALTER TABLE report_photos DISABLE TRIGGER cell_fence;--> statement-breakpoint
ALTER TABLE report_photos DISABLE TRIGGER cell_fence_added;
