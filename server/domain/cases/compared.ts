import { sql } from "drizzle-orm";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";

/** The links of a case that are compared, the newest first. */
export const MAX_COMPARED = 500;
const MAX_DEVICES = 20;
const MAX_ITEMS = 50;
const MAX_PLACES = 50;

/** What a case is compared by. */
export interface Compared {
  caseId: string;
  producerId: string;
  devices: string[];
  items: number[];
  places: Coordinates[];
}

export interface Coordinates {
  latitude: number;
  longitude: number;
}

interface LinkedScan extends Record<string, unknown> {
  device: string | null;
  itemId: number;
  latitude: number | null;
  longitude: number | null;
}

/** Reads the newest scans and items of a case, and what they can be compared by. */
export async function comparedOf({ db }: Ctx, caseId: string, producerId: string): Promise<Compared> {
  const [linked, items] = await Promise.all([
    walkIndexes(db, (db) =>
      db.execute<LinkedScan>(sql`
      select device, item_id::float8 as "itemId", latitude, longitude from ${scans}
      where id = any(array(select scan_id from case_links where case_id = ${caseId} and kind = 'scan'
        order by id desc limit ${MAX_COMPARED}))`),
    ),
    db.execute<{ itemId: number }>(sql`
      select item_id::float8 as "itemId" from case_links where case_id = ${caseId} and kind = 'item'
      order by id desc limit ${MAX_ITEMS}`),
  ]);
  const placed = linked.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  const places = new Map(placed.map((place) => [`${place.latitude} ${place.longitude}`, place]));
  return {
    caseId,
    producerId,
    devices: [...new Set(linked.flatMap(({ device }) => device ?? []))].slice(0, MAX_DEVICES),
    items: [...new Set([...items, ...linked].map(({ itemId }) => itemId))].slice(0, MAX_ITEMS),
    places: [...places.values()].slice(0, MAX_PLACES),
  };
}
