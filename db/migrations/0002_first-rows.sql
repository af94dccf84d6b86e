INSERT INTO credential_epoch DEFAULT VALUES;
--> statement-breakpoint
INSERT INTO phone_rules (os, minimum_version, physical_only) VALUES ('ios', '13', true), ('android', '8', true);
