CREATE TABLE "acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"producer_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"act" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" text NOT NULL,
	"target_name" text,
	"changes" jsonb NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "acts_actor_type" CHECK ("acts"."actor_type" in ('token', 'user', 'system')),
	CONSTRAINT "acts_act" CHECK ("acts"."act" in ('tokenCreated', 'tokenRevoked', 'memberInvited', 'invitationRevoked', 'memberJoined', 'memberRoleChanged', 'memberRemoved', 'memberLeft', 'memberSignedOut', 'hookCreated', 'hookChanged', 'hookDeleted', 'hookSecretRotated', 'hookSwitchedOn', 'hookSwitchedOff', 'hookReplayed', 'hookTestSent', 'groupCreated', 'groupChanged', 'groupDeleted', 'contentCreated', 'contentDeleted', 'producerCreated', 'producerRenamed')),
	CONSTRAINT "acts_target_kind" CHECK ("acts"."target_kind" in ('token', 'member', 'hook', 'group', 'content', 'producer')),
	CONSTRAINT "acts_changes_array" CHECK (jsonb_typeof("acts"."changes") = 'array')
);
--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "acts_of_producer" ON "acts" USING btree ("producer_id","at","id");--> statement-breakpoint
CREATE INDEX "acts_of_producer_by_kind" ON "acts" USING btree ("producer_id","target_kind","at","id");--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER acts_append_only BEFORE UPDATE OR DELETE ON acts FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER acts_not_truncated BEFORE TRUNCATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
