CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"name" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"state" text NOT NULL,
	"cursor" jsonb,
	"done" integer NOT NULL,
	"total" integer,
	"result" jsonb NOT NULL,
	"error" text,
	"error_code" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"turn_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"lease" uuid,
	"leased_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "jobs_kind" CHECK ("jobs"."kind" ~ '^[a-zA-Z]{1,40}$'),
	CONSTRAINT "jobs_state" CHECK ("jobs"."state" in ('running', 'done', 'failed', 'cancelled')),
	CONSTRAINT "jobs_actor_type" CHECK ("jobs"."actor_type" in ('token', 'user')),
	CONSTRAINT "jobs_json" CHECK (jsonb_typeof("jobs"."input") = 'object' and jsonb_typeof("jobs"."result") = 'object' and pg_column_size("jobs"."input") <= 65536),
	CONSTRAINT "jobs_ended" CHECK (("jobs"."ended_at" is null) = ("jobs"."state" = 'running')),
	CONSTRAINT "jobs_failed" CHECK (num_nonnulls("jobs"."error", "jobs"."error_code") = case when "jobs"."state" = 'failed' then 2 else 0 end),
	CONSTRAINT "jobs_progress" CHECK ("jobs"."done" >= 0 and "jobs"."total" >= 0 and "jobs"."attempts" >= 0),
	CONSTRAINT "jobs_leased" CHECK ("jobs"."lease" is null or ("jobs"."leased_until" is not null and "jobs"."ended_at" is null)),
	CONSTRAINT "jobs_lengths" CHECK (char_length("jobs"."error") <= 1100 and char_length("jobs"."name") <= 300)
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_target_kind";--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_of_producer" ON "jobs" USING btree ("producer_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "jobs_turns" ON "jobs" USING btree ("producer_id","turn_at");--> statement-breakpoint
CREATE INDEX "jobs_open" ON "jobs" USING btree ("producer_id","turn_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "jobs_by_end" ON "jobs" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_target_kind" CHECK ("audit_events"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'job', 'alertRule', 'producer', 'look', 'phoneRule', 'personalData', 'person')) NOT VALID;