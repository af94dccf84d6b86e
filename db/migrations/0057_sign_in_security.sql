-- expand
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"secret" "bytea",
	"counter" bigint NOT NULL,
	"credential_id" text,
	"public_key" "bytea",
	"transports" jsonb,
	CONSTRAINT "factors_credential" UNIQUE("credential_id"),
	CONSTRAINT "factors_kind" CHECK ("factors"."kind" in ('totp', 'passkey')),
	CONSTRAINT "factors_name_length" CHECK (char_length("factors"."name") between 1 and 100),
	CONSTRAINT "factors_whole" CHECK (case "factors"."kind" when 'totp' then "factors"."secret" is not null and "factors"."credential_id" is null
        else "factors"."secret" is null and num_nonnulls("factors"."credential_id", "factors"."public_key", "factors"."transports") = 3 end)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"person_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_person_id_hash_pk" PRIMARY KEY("person_id","hash"),
	CONSTRAINT "recovery_codes_hash_length" CHECK (octet_length("recovery_codes"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "one_time_secrets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"person_id" uuid,
	"data" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_time_secrets_hash_length" CHECK (octet_length("one_time_secrets"."hash") = 32),
	CONSTRAINT "one_time_secrets_purpose" CHECK ("one_time_secrets"."purpose" ~ '^[a-zA-Z]{1,40}$')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"browser" text,
	"os" text,
	"country" text,
	"second_factor_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_expire" CHECK ("sessions"."expires_at" > "sessions"."started_at"),
	CONSTRAINT "sessions_lengths" CHECK (greatest(char_length("sessions"."browser"), char_length("sessions"."os")) <= 40),
	CONSTRAINT "sessions_country" CHECK ("sessions"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
ALTER TABLE "audit_events" DROP CONSTRAINT "audit_events_act";--> statement-breakpoint
ALTER TABLE "producers" ADD COLUMN "requires_second_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_secrets" ADD CONSTRAINT "one_time_secrets_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factors_of_person" ON "factors" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "one_time_secrets_expired" ON "one_time_secrets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_secrets_of_person" ON "one_time_secrets" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_expired" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_act" CHECK ("audit_events"."action" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberAdded', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookDeleted', 'hookChanged', 'hookPaused', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'jobCancelled', 'jobRetried', 'codesGenerated', 'labelsPrinted', 'labelsPrintedAgain', 'labelLayoutSaved', 'labelLayoutDeleted', 'alertRuleCreated', 'alertRuleChanged', 'alertRuleSwitchedOn', 'alertRuleSwitchedOff', 'alertRuleDeleted', 'viewShared', 'viewChanged', 'viewUnshared', 'viewDeleted', 'producerCreated', 'producerRenamed', 'producerQuotaChanged', 'producerSuspended', 'producerReactivated', 'producerClosed', 'sandboxOpened', 'sandboxEmptied', 'listExported', 'secondFactorRequired', 'secondFactorOptional', 'adminSawProducer', 'adminSawScans', 'adminSawScan', 'personDisabled', 'personEnabled', 'personMadeAdmin', 'personUnmadeAdmin', 'personSignedOut', 'passwordLinkCreated', 'passwordSetByLink', 'factorAdded', 'factorRemoved', 'factorsRemoved', 'recoveryCodesRenewed', 'phoneRuleAdded', 'phoneRuleChanged', 'phoneRuleRemoved', 'retentionChanged', 'erasureRequested', 'personalDataExported', 'scansExported')) NOT VALID;--> statement-breakpoint
-- While builds before this migration run beside newer ones, a session that either of them ends has ended for both.
CREATE FUNCTION session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ended_sessions (id, expires_at) VALUES (OLD.id, OLD.expires_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION session_ended();--> statement-breakpoint
CREATE FUNCTION session_ended_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER session_ended_before AFTER INSERT ON ended_sessions FOR EACH ROW EXECUTE FUNCTION session_ended_before();
