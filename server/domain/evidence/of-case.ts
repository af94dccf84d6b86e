import { sql } from "drizzle-orm";

/** Selects the ids of the items in a case: linked ones, those of linked scans and of linked reports. */
export const itemsOfCase = (caseId: string) => sql`
  select item_id as id from case_links where case_id = ${caseId} and item_id is not null
  union select scans.item_id from case_links join scans on scans.id = case_links.scan_id where case_id = ${caseId}
  union select reports.item_id from case_links join reports on reports.id = case_links.report_id
    where case_id = ${caseId} and reports.item_id is not null`;
