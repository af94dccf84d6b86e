-- expand
CREATE TABLE "api_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"producer_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"method" text NOT NULL,
	"endpoint" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"ms" integer NOT NULL,
	"request_id" text NOT NULL,
	"code" text,
	"request_body" text,
	"answer_body" text,
	"skipped" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "api_calls_lengths" CHECK (char_length("api_calls"."path") <= 1000 and char_length("api_calls"."request_id") <= 100),
	CONSTRAINT "api_calls_bodies" CHECK (greatest(octet_length("api_calls"."request_body"), octet_length("api_calls"."answer_body")) <= 4096),
	CONSTRAINT "api_calls_numbers" CHECK ("api_calls"."ms" >= 0 and "api_calls"."skipped" >= 0)
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "api_calls_by_producer" ON "api_calls" USING btree ("producer_id","id");--> statement-breakpoint
CREATE INDEX "api_calls_failed" ON "api_calls" USING btree ("producer_id","id") WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_calls_by_request" ON "api_calls" USING btree ("producer_id","request_id");--> statement-breakpoint
-- For ids of a time without a partition. The service makes further ones; these are the first four weeks, from Monday on.
CREATE TABLE partitions.api_calls_other PARTITION OF api_calls DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  first constant timestamp := date_trunc('week', now() AT TIME ZONE 'UTC');
  begins timestamp;
  bound constant text := '%s-%s-0000-0000-000000000000';
  bounds text[];
BEGIN
  FOR week IN 0..3 LOOP
    begins := first + week * interval '7 days';
    SELECT array_agg(format(bound, left(hex, 8), right(hex, 4)) ORDER BY hex) INTO bounds
      FROM unnest(ARRAY[begins, begins + interval '7 days']) AS at,
        lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS hex;
    EXECUTE format('CREATE TABLE partitions.%I PARTITION OF api_calls FOR VALUES FROM (%L) TO (%L)',
      'api_calls_' || to_char(begins, 'YYYYMMDD'), bounds[1], bounds[2]);
  END LOOP;
END
$$;--> statement-breakpoint
-- The fence of a producer that moves between cells (decision 0067).
CREATE TRIGGER cell_fence BEFORE INSERT OR UPDATE OR DELETE ON api_calls FOR EACH ROW
  EXECUTE FUNCTION fence_producer('r.producer_id', 'id');--> statement-breakpoint
ALTER TABLE api_calls DISABLE TRIGGER cell_fence;
