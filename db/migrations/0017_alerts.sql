CREATE TABLE "alert_mails" (
	"alert_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"tries_made" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"sent_at" timestamp (3) with time zone,
	"given_up_at" timestamp (3) with time zone,
	CONSTRAINT "alert_mails_alert_id_person_id_pk" PRIMARY KEY("alert_id","person_id"),
	CONSTRAINT "alert_mails_tries" CHECK ("alert_mails"."tries_made" >= 0),
	CONSTRAINT "alert_mails_one_end" CHECK ("alert_mails"."sent_at" is null or "alert_mails"."given_up_at" is null),
	CONSTRAINT "alert_mails_failure" CHECK (char_length("alert_mails"."failure") <= 500)
);
--> statement-breakpoint
CREATE TABLE "alert_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"state" text,
	"text" text NOT NULL,
	CONSTRAINT "alert_notes_state" CHECK ("alert_notes"."state" in ('acknowledged', 'confirmed', 'falseAlarm')),
	CONSTRAINT "alert_notes_text" CHECK (char_length("alert_notes"."text") <= 2000 and ("alert_notes"."text" <> '' or "alert_notes"."state" is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"condition" jsonb NOT NULL,
	"cool_down_hours" integer NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"judged_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "alert_rules_of_producer" UNIQUE("id","producer_id"),
	CONSTRAINT "alert_rules_name_length" CHECK (char_length("alert_rules"."name") between 1 and 100),
	CONSTRAINT "alert_rules_cool_down" CHECK ("alert_rules"."cool_down_hours" between 1 and 720),
	CONSTRAINT "alert_rules_condition" CHECK (jsonb_typeof("alert_rules"."condition") = 'object'
        and coalesce("alert_rules"."condition" ->> 'kind' in ('fakeRate', 'unknownIdentifiers', 'newCountry', 'impossibleTravel'), false)
        and coalesce(jsonb_path_match("alert_rules"."condition", '$.windowHours >= 1 && $.windowHours <= 168'), false))
);
--> statement-breakpoint
CREATE TABLE "alert_watchers" (
	"rule_id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "alert_watchers_rule_id_person_id_pk" PRIMARY KEY("rule_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_name" text NOT NULL,
	"condition" jsonb NOT NULL,
	"fired_at" timestamp (3) with time zone NOT NULL,
	"evidence" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	CONSTRAINT "alerts_state" CHECK ("alerts"."state" in ('open', 'acknowledged', 'confirmed', 'falseAlarm')),
	CONSTRAINT "alerts_evidence" CHECK (coalesce("alerts"."evidence" -> 'figures' ->> 'kind' = "alerts"."condition" ->> 'kind', false))
);
--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_act";--> statement-breakpoint
ALTER TABLE "acts" DROP CONSTRAINT "acts_target_kind";--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD CONSTRAINT "alert_mails_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_notes" ADD CONSTRAINT "alert_notes_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_watchers" ADD CONSTRAINT "alert_watchers_rule_of_producer" FOREIGN KEY ("rule_id","producer_id") REFERENCES "public"."alert_rules"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_watchers" ADD CONSTRAINT "alert_watchers_member_of_producer" FOREIGN KEY ("person_id","producer_id") REFERENCES "public"."memberships"("person_id","producer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_of_producer" FOREIGN KEY ("rule_id","producer_id") REFERENCES "public"."alert_rules"("id","producer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_mails_due" ON "alert_mails" USING btree ("due_at") WHERE sent_at is null and given_up_at is null;--> statement-breakpoint
CREATE INDEX "alert_notes_of_alert" ON "alert_notes" USING btree ("alert_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notes_one_of_state" ON "alert_notes" USING btree ("alert_id","state") WHERE state is not null;--> statement-breakpoint
CREATE INDEX "alert_rules_by_producer" ON "alert_rules" USING btree ("producer_id","created_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "alert_rules_to_judge" ON "alert_rules" USING btree ("judged_until") WHERE is_on and deleted_at is null;--> statement-breakpoint
CREATE INDEX "alert_watchers_by_member" ON "alert_watchers" USING btree ("person_id","producer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_once" ON "alerts" USING btree ("rule_id","fired_at");--> statement-breakpoint
CREATE INDEX "alerts_of_producer" ON "alerts" USING btree ("producer_id","fired_at","id");--> statement-breakpoint
CREATE INDEX "alerts_of_producer_by_state" ON "alerts" USING btree ("producer_id","state","fired_at","id");--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_act" CHECK ("acts"."act" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookChanged', 'hookDeleted', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'producerCreated', 'producerRenamed'));--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_target_kind" CHECK ("acts"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'alertRule', 'producer'));--> statement-breakpoint
CREATE FUNCTION keep_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.state <> 'open' THEN
      RAISE EXCEPTION 'an alert begins open';
    END IF;
    RETURN NEW;
  END IF;
  IF to_jsonb(NEW) - 'state' <> to_jsonb(OLD) - 'state' THEN
    RAISE EXCEPTION 'what an alert says stays as it is';
  END IF;
  IF NOT (OLD.state = 'open' AND NEW.state = 'acknowledged'
      OR OLD.state = 'acknowledged' AND NEW.state IN ('confirmed', 'falseAlarm')) THEN
    RAISE EXCEPTION 'an alert does not go from % to %', OLD.state, NEW.state;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER alerts_kept BEFORE INSERT OR UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION keep_alert();
--> statement-breakpoint
CREATE TRIGGER alert_notes_append_only BEFORE UPDATE OR DELETE ON alert_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER alert_notes_not_truncated BEFORE TRUNCATE ON alert_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
