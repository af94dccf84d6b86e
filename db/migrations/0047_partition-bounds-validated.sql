-- expand
-- Reads each row once. Others read and write meanwhile.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_bound";--> statement-breakpoint
ALTER TABLE "deliveries" VALIDATE CONSTRAINT "deliveries_bound";--> statement-breakpoint
ALTER TABLE "attempts" VALIDATE CONSTRAINT "attempts_bound";
