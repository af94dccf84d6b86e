import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { producers } from "@/db/schema/producers";
import { sightings } from "@/db/schema/sightings";
import { chosenOf } from "@/server/core/choice-schema";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";
import { Milliseconds } from "@/server/core/moment";
import { columnPasses } from "@/server/data/choice-condition";
import { during, indexOrder, isLed, type Listed, readKeyset, type SortedPage } from "@/server/data/keyset";
import { type Key, orderOf, sortOf } from "@/server/data/order";
import { contains, Fragment } from "@/server/data/text-search";
import { type Total, totalOf } from "@/server/data/total";
import { MAX_CHARACTERS } from "@/server/domain/items/schema";
import { CLASSIFICATIONS } from "@/server/domain/scans/schema";
import { shownOf } from "@/server/domain/shared/shown";
import { isMarked, Marked } from "./marked";

/** Filters of the lists of sightings. */
export const SightingFilter = z.object({
  /** A fragment of the scanned identifier. */
  search: Fragment.optional(),
  /** The whole identifier. */
  identifier: z.string().max(MAX_CHARACTERS).optional(),
  verdict: chosenOf(z.enum(CLASSIFICATIONS)).optional(),
  /** What members have made of the identifier; all sightings without it. */
  mark: Marked.optional(),
  from: Milliseconds.optional(),
  before: Milliseconds.optional(),
});

export type SightingFilter = z.output<typeof SightingFilter>;

/** How a list of sightings may be sorted. */
export const SightingSort = sortOf("time");

/** A scan of an identifier that no item had. */
export type Sighting = Omit<typeof sightings.$inferSelect, "producerId">;

const { id, identifier, timestamp, copyclassification, latitude, longitude, country, continent } = sightings;
const { os, device, softwareversion, creator, basis, basisText } = sightings;
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
  basis,
  basisText,
};

function conditionsOf(
  scope: SQL | undefined,
  { search, identifier: whole, verdict, mark, from, before }: SightingFilter,
) {
  const lead = whole === undefined ? undefined : { column: identifier, value: whole };
  return {
    lead,
    walked: and(scope, during({ lead, time: timestamp }, { from, before })),
    filters: and(
      search === undefined || search === "" ? undefined : contains(sql`${identifier}`, search),
      columnPasses(copyclassification, verdict),
      isMarked(sql`${sightings.producerId}`, sql`${identifier}`, mark),
    ),
  };
}

function read(
  ctx: Ctx,
  scope: SQL | undefined,
  filter: SightingFilter,
  page: SortedPage<"time">,
): Promise<Listed<Sighting>> {
  const { lead, walked, filters } = conditionsOf(scope, filter);
  const keyOf = (row: Pick<Sighting, "timestamp" | "id">): Key => ({ at: row.timestamp, id: row.id });
  return readKeyset<Sighting>(ctx, page, (ctx) => ({
    time: timestamp,
    order: orderOf(page.sort, { time: { column: timestamp, values: "time" } }, "time"),
    id,
    lead,
    keyOf,
    read: (range, order, limit) =>
      ctx.db
        .select(columns)
        .from(sightings)
        .where(and(walked, filters, range))
        .orderBy(...order)
        .limit(limit),
    ...(filters && { walked: { table: sightings, where: walked } }),
  }));
}

/** The number of sightings that concern the caller and match a filter. */
export function totalOfSightings(ctx: Ctx, filter: SightingFilter): Promise<Total> {
  const { lead, walked, filters } = conditionsOf(
    eq(sightings.producerId, callingProducer(ctx).producerId),
    filter,
  );
  const where = and(isLed({ lead }), walked);
  return totalOf(ctx, {
    from: sql`${sightings}`,
    ways: [{ where, indexOrder: indexOrder({ time: timestamp, id, lead }) }],
    passes: filters,
    where: and(where, filters),
  });
}

/** Lists the sightings that concern the caller (decision 0080), newest first. */
export const listSightings = (ctx: Ctx, filter: SightingFilter, page: SortedPage<"time">) =>
  read(ctx, eq(sightings.producerId, callingProducer(ctx).producerId), filter, page);

/** Lists all sightings but those of sandboxes, newest first, for admins. */
export function listAllSightings(ctx: Ctx, filter: SightingFilter, page: SortedPage<"time">) {
  callingAdmin(ctx);
  const isReal = sql`not exists (select from ${producers} where ${producers.id} = ${sightings.producerId}
    and ${producers.sandbox} > 0)`;
  return read(ctx, isReal, filter, page);
}

/** Lists the sightings that concern no producer, newest first, for admins. */
export function listUnclaimedSightings(ctx: Ctx, filter: SightingFilter, page: SortedPage<"time">) {
  callingAdmin(ctx);
  return read(ctx, isNull(sightings.producerId), filter, page);
}
