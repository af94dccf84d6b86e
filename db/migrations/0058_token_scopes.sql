-- expand
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "networks" text[];--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenChanged', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_scopes" CHECK (cardinality("tokens"."scopes") between 1 and 50);--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_requests_per_minute" CHECK ("tokens"."requests_per_minute" between 1 and 3000);--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_networks" CHECK (cardinality("tokens"."networks") between 1 and 20);--> statement-breakpoint
-- A change of what a credential may do makes every process look it up anew (decision 0012).
CREATE OR REPLACE TRIGGER tokens_changed AFTER UPDATE ON tokens FOR EACH ROW
  WHEN ((OLD.hash, OLD.kind, OLD.producer_id, OLD.expires_at, OLD.revoked_at, OLD.scopes, OLD.requests_per_minute, OLD.networks)
    IS DISTINCT FROM
    (NEW.hash, NEW.kind, NEW.producer_id, NEW.expires_at, NEW.revoked_at, NEW.scopes, NEW.requests_per_minute, NEW.networks))
  EXECUTE FUNCTION raise_credential_epoch();
