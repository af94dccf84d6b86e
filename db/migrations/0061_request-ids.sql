-- expand
-- Rows of the log are written outside of requests, and wait in memory while the index is built.
CREATE INDEX "api_calls_request" ON "api_calls" USING btree ("request_id","producer_id");--> statement-breakpoint
DROP INDEX "api_calls_by_request";
