-- expand
ALTER TABLE "producers" ADD COLUMN "sandbox" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "sandbox_of" uuid;--> statement-breakpoint
ALTER TABLE "identifiers" ADD COLUMN "sandbox" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "sandbox" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "batch_codes" ADD COLUMN "sandbox" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "printed_labels" ADD COLUMN "sandbox" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE SEQUENCE "sandboxes" AS integer;--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_in_sandbox" UNIQUE("id","sandbox");--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_sandbox_of" FOREIGN KEY ("sandbox_of") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "producers_sandbox_number" ON "producers" USING btree ("sandbox") WHERE sandbox > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "producers_open_sandbox" ON "producers" USING btree ("sandbox_of") WHERE sandbox > 0 and closed_at is null;--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_sandbox" CHECK ("producers"."sandbox" >= 0 and ("producers"."sandbox" = 0) = ("producers"."sandbox_of" is null));--> statement-breakpoint
-- The members of a producer are those of its sandbox (decision 0078).
CREATE FUNCTION copy_membership_to_sandbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM memberships USING producers
    WHERE memberships.producer_id = producers.id AND producers.sandbox_of = OLD.producer_id AND person_id = OLD.person_id;
    RETURN OLD;
  END IF;
  INSERT INTO memberships (person_id, producer_id, role, created_at)
  SELECT NEW.person_id, producers.id, NEW.role, NEW.created_at FROM producers
  WHERE producers.sandbox_of = NEW.producer_id AND producers.closed_at IS NULL
  ON CONFLICT (person_id, producer_id) DO UPDATE SET role = excluded.role;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER copied_to_sandbox AFTER INSERT OR UPDATE OR DELETE ON memberships FOR EACH ROW
  EXECUTE FUNCTION copy_membership_to_sandbox();--> statement-breakpoint
-- The rows of a sandbox that was emptied go, whatever they are.
CREATE FUNCTION is_discarded(producer uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM producers WHERE id = producer AND sandbox > 0 AND closed_at IS NOT NULL)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_history_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM items WHERE id = OLD.item_id
      AND (deleted_at < now() - interval '90 days' AND history_length = 0 OR is_discarded(producer_id))
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'history is append-only';
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_early_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  past constant jsonb := to_jsonb(OLD);
BEGIN
  IF TG_OP = 'DELETE' AND (OLD.at < now() - make_interval(days => TG_ARGV[0]::integer) OR is_discarded(coalesce(
    (past ->> 'producer_id')::uuid, (SELECT producer_id FROM alerts WHERE id = (past ->> 'alert_id')::uuid)))) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;
