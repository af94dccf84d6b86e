-- expand
ALTER TABLE "sightings" DROP CONSTRAINT "sightings_basis";--> statement-breakpoint
ALTER TABLE "sightings" ADD CONSTRAINT "sightings_basis" CHECK ("sightings"."basis" in ('item', 'token', 'prefix', 'gs1', 'shape', 'similar', 'inspection')) NOT VALID;