import { type SQL, sql } from "drizzle-orm";
import type { scans } from "@/db/schema/scans";
import type { sightings } from "@/db/schema/sightings";

interface Row {
  timestamp: Date;
  id: string;
}

/** Rows page by page, oldest first; each page begins after the last row of the one before. */
export async function* inPages<T extends Row>(
  read: (after: Row | undefined, most: number) => Promise<T[]>,
  size: number,
): AsyncGenerator<T[]> {
  let page: T[] = [];
  do {
    page = await read(page.at(-1), size);
    if (page.length > 0) yield page;
  } while (page.length === size);
}

/** Later than a row of the same table. */
export const later = (table: typeof scans | typeof sightings, after: Row | undefined): SQL | undefined =>
  after && sql`(${table.timestamp}, ${table.id}) > (${after.timestamp.toISOString()}, ${after.id})`;
