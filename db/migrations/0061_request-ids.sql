-- expand
-- A partitioned table has no concurrent index. Rows of the log are written outside of requests: they wait in memory meanwhile, up
-- to 16 MiB in a process, and calls beyond are left out and counted.
CREATE INDEX "api_calls_request" ON "api_calls" USING btree ("request_id","producer_id");--> statement-breakpoint
DROP INDEX "api_calls_by_request";
