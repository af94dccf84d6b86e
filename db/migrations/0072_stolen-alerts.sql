-- expand
ALTER TABLE "alert_rules" DROP CONSTRAINT "alert_rules_condition";--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_condition" CHECK (jsonb_typeof("alert_rules"."condition") = 'object'
        and coalesce("alert_rules"."condition" ->> 'kind' in ('fakeRate', 'unknownIdentifiers', 'newCountry', 'impossibleTravel', 'stolenItem'), false)
        and coalesce(jsonb_path_match("alert_rules"."condition", '$.windowHours >= 1 && $.windowHours <= 168'), false)) NOT VALID;
