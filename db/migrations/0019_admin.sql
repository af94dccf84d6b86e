CREATE TABLE "backups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"place" text NOT NULL,
	CONSTRAINT "backups_place_length" CHECK (char_length("backups"."place") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_act";--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_target_kind";--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_suspended" CHECK (("producers"."suspended_at" is null) = ("producers"."suspended_reason" is null));--> statement-breakpoint
ALTER TABLE "producers" ADD CONSTRAINT "producers_suspended_reason" CHECK (char_length("producers"."suspended_reason") between 1 and 500);--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_act" CHECK ("acts"."act" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed', 'producerSuspended', 'producerReactivated', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved'));--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_target_kind" CHECK ("acts"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'alertRule', 'producer', 'look', 'phoneRule'));--> statement-breakpoint
-- The credentials of a producer that is suspended, or no longer, are looked up anew by every process, at once.
CREATE TRIGGER producers_suspended AFTER UPDATE OF suspended_at ON producers FOR EACH ROW
  WHEN (OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
  EXECUTE FUNCTION raise_credential_epoch();
