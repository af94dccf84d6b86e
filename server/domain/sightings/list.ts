import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { sightings } from "@/db/schema/sightings";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { Milliseconds } from "@/server/core/moment";
import { during, type Key, type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { contains, Fragment } from "@/server/data/text-search";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { CLASSIFICATIONS } from "@/server/domain/scans/schema";
import { shownOf } from "@/server/domain/shared/shown";

/** What lists of sightings can be narrowed to. */
export const SightingFilter = z.object({
  /** In the identifier that was scanned. */
  search: Fragment.optional(),
  /** All of it. */
  identifier: z.string().max(MAX_CHARACTERS).optional(),
  verdict: z.enum(CLASSIFICATIONS).optional(),
  from: Milliseconds.optional(),
  before: Milliseconds.optional(),
});

export type SightingFilter = z.output<typeof SightingFilter>;

/** A scan of an identifier that no item had. */
export type Sighting = Omit<typeof sightings.$inferSelect, "producerId">;

const { id, identifier, timestamp, copyclassification, latitude, longitude, country, continent } = sightings;
const { os, device, softwareversion, creator } = sightings;
const columns = {
  id,
  identifier,
  timestamp,
  copyclassification,
  latitude,
  longitude,
  country,
  continent,
  os: shownOf(os),
  device,
  softwareversion: shownOf(softwareversion),
  creator,
};

function read(
  ctx: Ctx,
  whose: SQL | undefined,
  { search, identifier: whole, verdict, from, before }: SightingFilter,
  page: KeysetPage,
): Promise<Listed<Sighting>> {
  const lead = whole === undefined ? undefined : { column: identifier, value: whole };
  const walked = and(whose, during({ lead, time: timestamp }, { from, before }));
  const left = and(
    search === undefined || search === "" ? undefined : contains(sql`${identifier}`, search),
    verdict && eq(copyclassification, verdict),
  );
  const keyOf = (row: Pick<Sighting, "timestamp" | "id">): Key => ({ at: row.timestamp, id: row.id });
  return readKeyset<Sighting>(ctx, page, (ctx) => ({
    time: timestamp,
    id,
    lead,
    keyOf,
    read: (range, order, most) =>
      ctx.db
        .select(columns)
        .from(sightings)
        .where(and(walked, left, range))
        .orderBy(...order)
        .limit(most),
    ...(left && { walked: { table: sightings, where: walked } }),
  }));
}

/** Sightings that concern the caller (decision 0046), newest first. */
export const listSightings = (ctx: Ctx, filter: SightingFilter, page: KeysetPage) =>
  read(ctx, eq(sightings.producerId, callingProducer(ctx).producerId), filter, page);

/** All sightings, newest first, for admins. */
export function listAllSightings(ctx: Ctx, filter: SightingFilter, page: KeysetPage) {
  callingAdmin(ctx);
  return read(ctx, undefined, filter, page);
}

/** Those that concern no producer, for admins. */
export function listUnclaimedSightings(ctx: Ctx, filter: SightingFilter, page: KeysetPage) {
  callingAdmin(ctx);
  return read(ctx, isNull(sightings.producerId), filter, page);
}
