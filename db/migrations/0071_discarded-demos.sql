-- expand
ALTER TABLE "producers" ADD COLUMN "is_public_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The rows of a public demo that was closed go like those of a sandbox.
CREATE OR REPLACE FUNCTION is_discarded(producer uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM producers WHERE id = producer AND (sandbox > 0 OR is_public_demo) AND closed_at IS NOT NULL)
$$;
