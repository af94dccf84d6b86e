-- expand
ALTER TABLE "alert_mails" ADD COLUMN "first_tried_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "alert_mails_pending_of_channel" ON "alert_mails" USING btree ("channel_id") WHERE channel_id is not null and sent_at is null and given_up_at is null;