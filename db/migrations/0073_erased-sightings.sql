-- expand
-- Sightings are erased by their ids, too.
ALTER TABLE "erasures" DROP CONSTRAINT "erasures_scan_id_scans_id_fk";
