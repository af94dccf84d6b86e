-- expand
ALTER TABLE "cell_moves" ADD COLUMN "acceptance" text;--> statement-breakpoint
ALTER TABLE "cell_moves" ADD COLUMN "arrival" uuid;