import { type SQL, sql } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { walkIndexes } from "@/server/data/walk-indexes";
import type { Subject } from "./schema";
import { producerAskedFor, sightingsOf, someScansOf } from "./subject";

/** Counting stops here. */
const MAX_COUNTED = 10_000;

/** The personal data stored about a subject, without data that is already erased. */
export interface Concerned {
  scans: number;
  images: number;
  sightings: number;
  /** Whether scans or sightings exceed the counted maximum. */
  hasMore: boolean;
  first: Date | null;
  last: Date | null;
}

interface Row extends Record<string, unknown> {
  scans: number;
  images: number;
  sightings: number;
  first: string | null;
  last: string | null;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** Counts the caller's scans, images and sightings of a subject; for admins, those of every producer. */
export async function concernedBy(ctx: Ctx, subject: Subject): Promise<Concerned> {
  const producerId = producerAskedFor(ctx);
  const some: SQL = someScansOf(subject, producerId, MAX_COUNTED + 1, sql`id, timestamp`);
  const { first, last, ...counts } = only(
    await walkIndexes(ctx.db, (db) =>
      db.execute<Row>(sql`
      with scan as materialized (${some})
      select (select count(*)::int from scan) as scans,
        (select count(*)::int from scan cross join lateral (select from ${contents} where scan_id = scan.id offset 0) image) as images,
        (select count(*)::int from (select from ${sightings} where ${sightingsOf(subject, producerId)} limit ${MAX_COUNTED + 1}) sighting) as sightings,
        to_json((select min(timestamp) from scan)) #>> '{}' as first, to_json((select max(timestamp) from scan)) #>> '{}' as last`),
    ),
  );
  return {
    scans: Math.min(counts.scans, MAX_COUNTED),
    images: counts.images,
    sightings: Math.min(counts.sightings, MAX_COUNTED),
    hasMore: Math.max(counts.scans, counts.sightings) > MAX_COUNTED,
    first: dateOf(first),
    last: dateOf(last),
  };
}
