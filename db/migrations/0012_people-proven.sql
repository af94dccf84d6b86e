CREATE TABLE "ended_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "proves_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "email_proven_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "oidc_issuer" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "oidc_subject" text;--> statement-breakpoint
-- People whom an operator made or an identity provider vouched for; for those who came by a link, it is unknown who read it.
UPDATE "people" SET "email_proven_at" = "created_at" WHERE "password_hash" IS NULL OR NOT EXISTS (
	SELECT FROM "invitations" WHERE "invitations"."email" = "people"."email" AND "invitations"."accepted_at" IS NOT NULL
);--> statement-breakpoint
CREATE INDEX "ended_sessions_expired" ON "ended_sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_oidc_identity" UNIQUE("oidc_issuer","oidc_subject");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_oidc_whole" CHECK (("people"."oidc_issuer" is null) = ("people"."oidc_subject" is null));--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_oidc_proves" CHECK ("people"."oidc_subject" is null or "people"."email_proven_at" is not null);