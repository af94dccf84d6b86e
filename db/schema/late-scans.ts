import { pgTable } from "drizzle-orm/pg-core";
import { serviceId } from "../columns";

/**
 * Scans still to be assessed that came later than their ids say, such as those of a demo. A trigger of `scans` writes them; no foreign
 * key, as they come with their scans and go soon.
 */
export const lateScans = pgTable("late_scans", { scanId: serviceId().primaryKey() });
