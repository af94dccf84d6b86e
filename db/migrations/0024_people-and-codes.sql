ALTER TABLE "acts" DROP CONSTRAINT "acts_act";--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_target_kind";--> statement-breakpoint
ALTER TABLE "suspicions" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "suspicions" ALTER COLUMN "producer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "hooks" ADD COLUMN "paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "suspicions" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "suspicions" ADD CONSTRAINT "suspicions_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hooks_switched_off" ON "hooks" USING btree ("producer_id") WHERE switched_off_at is not null and not paused and deleted_at is null;--> statement-breakpoint
CREATE INDEX "identifiers_in_byte_order" ON "identifiers" USING btree ("identifier" collate "C");--> statement-breakpoint
CREATE INDEX "invitations_open" ON "invitations" USING btree ("created_at","id") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "people_newest" ON "people" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sightings_of_nobody" ON "sightings" USING btree ("timestamp","id") WHERE producer_id is null;--> statement-breakpoint
CREATE INDEX "sightings_of_nobody_by_identifier" ON "sightings" USING btree ("identifier","timestamp","id") WHERE producer_id is null;--> statement-breakpoint
CREATE INDEX "suspicions_of_nobody" ON "suspicions" USING btree ("timestamp","id") WHERE producer_id is null;--> statement-breakpoint
-- All rows fit, since the lists have only grown. So the constraint is not validated, which would read all of them.
ALTER TABLE "acts" ADD CONSTRAINT "acts_act" CHECK ("acts"."act" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed', 'producerSuspended', 'producerReactivated', 'producerClosed', 'producerQuotaChanged', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_target_kind" CHECK ("acts"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'alertRule', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;--> statement-breakpoint
ALTER TABLE "hooks" ADD CONSTRAINT "hooks_paused_is_off" CHECK (not "hooks"."paused" or "hooks"."switched_off_at" is not null);--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_closed_is_suspended" CHECK ("producers"."closed_at" is null or "producers"."suspended_at" is not null);--> statement-breakpoint
ALTER TABLE "suspicions" ADD CONSTRAINT "suspicions_of_item_or_code" CHECK (("suspicions"."item_id" is null) = ("suspicions"."code" is not null));--> statement-breakpoint
ALTER TABLE "suspicions" ADD CONSTRAINT "suspicions_item_has_producer" CHECK ("suspicions"."item_id" is null or "suspicions"."producer_id" is not null);--> statement-breakpoint
ALTER TABLE "suspicions" ADD CONSTRAINT "suspicions_code_length" CHECK (char_length("suspicions"."code") between 1 and 200);--> statement-breakpoint
-- The codes just before and just after one in byte order, itself among the former. The settings leave the planner no plan but
-- two walks along the index, whatever its statistics say: a function with settings of its own is planned by itself.
CREATE FUNCTION identifiers_beside(code text, each_way integer)
  RETURNS TABLE (identifier text, producer_id uuid)
  LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_sort = off
AS $$
  (SELECT i.identifier, i.producer_id FROM identifiers i
    WHERE i.identifier COLLATE "C" <= code ORDER BY i.identifier COLLATE "C" DESC LIMIT each_way)
  UNION ALL
  (SELECT i.identifier, i.producer_id FROM identifiers i
    WHERE i.identifier COLLATE "C" > code ORDER BY i.identifier COLLATE "C" LIMIT each_way)
$$;
