-- Stored as it is, JSON tells its length without being read, by which pages and shared statements are bounded (decision
-- 0039). What is there already stays as it is, compressed or not: nothing is rewritten.
ALTER TABLE "scans"
  ALTER COLUMN "data" SET STORAGE EXTERNAL,
  ALTER COLUMN "software_info" SET STORAGE EXTERNAL,
  ALTER COLUMN "device_info" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "items"
  ALTER COLUMN "data" SET STORAGE EXTERNAL,
  ALTER COLUMN "verificationinfos" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "groups"
  ALTER COLUMN "data" SET STORAGE EXTERNAL,
  ALTER COLUMN "verificationinfos" SET STORAGE EXTERNAL;
