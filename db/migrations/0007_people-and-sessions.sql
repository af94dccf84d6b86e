CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_email_lower_case" CHECK ("invitations"."email" = lower("invitations"."email")),
	CONSTRAINT "invitations_email_form" CHECK ("invitations"."email" like '_%@_%' and char_length("invitations"."email") <= 254),
	CONSTRAINT "invitations_role" CHECK ("invitations"."role" in ('owner', 'editor', 'viewer')),
	CONSTRAINT "invitations_hash_length" CHECK (octet_length("invitations"."hash") = 32),
	CONSTRAINT "invitations_expire" CHECK ("invitations"."expires_at" > "invitations"."created_at"),
	CONSTRAINT "invitations_one_end" CHECK ("invitations"."accepted_at" is null or "invitations"."revoked_at" is null)
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"person_id" uuid NOT NULL,
	"producer_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_person_id_producer_id_pk" PRIMARY KEY("person_id","producer_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner', 'editor', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"session_version" integer DEFAULT 1 NOT NULL,
	"locale" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "people_email" UNIQUE("email"),
	CONSTRAINT "people_email_lower_case" CHECK ("people"."email" = lower("people"."email")),
	CONSTRAINT "people_email_form" CHECK ("people"."email" like '_%@_%' and char_length("people"."email") <= 254),
	CONSTRAINT "people_name_length" CHECK (char_length("people"."name") between 1 and 200),
	CONSTRAINT "people_password_hash" CHECK ("people"."password_hash" like '$argon2id$%'),
	CONSTRAINT "people_session_version" CHECK ("people"."session_version" > 0),
	CONSTRAINT "people_locale" CHECK (char_length("people"."locale") between 2 and 35)
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "setup_links_hash_length" CHECK (octet_length("setup_links"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"failed" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_tries_key_length" CHECK (octet_length("sign_in_tries"."key") = 32),
	CONSTRAINT "sign_in_tries_failed" CHECK ("sign_in_tries"."failed" >= 0)
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_people_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_producer_id_producers_id_fk" FOREIGN KEY ("producer_id") REFERENCES "public"."producers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_hash" ON "invitations" USING btree ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_one_open" ON "invitations" USING btree ("producer_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "invitations_by_producer" ON "invitations" USING btree ("producer_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invitations_by_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "memberships_by_producer" ON "memberships" USING btree ("producer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "setup_links_one_open" ON "setup_links" USING btree ((used_at is null)) WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "sign_in_tries_ended" ON "sign_in_tries" USING btree ("ends_at");