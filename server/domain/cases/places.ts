import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { type Cell, type Cells, cellsOfPlaces } from "@/server/domain/stats/cells";
import { ownedCase } from "./read";

/** The newest sightings of each unregistered code. */
const MAX_SIGHTINGS = 1_000;
/** The newest unregistered codes of a case. */
const MAX_CODES = 50;

/**
 * The places of a case's scans, and of the sightings of its unregistered codes, by tiles of one level.
 * @throws 404 for a case that is not the caller's
 */
export async function placesOfCase(ctx: Ctx, id: string): Promise<Cells> {
  const { producerId } = await ownedCase(ctx, id);
  const { level, statement } = cellsOfPlaces(sql`placed`);
  const cells = await ctx.db.execute<Cell & Record<string, unknown>>(sql`
    with placed as (
      select latitude, longitude, copyclassification from case_links join scans on scans.id = case_links.scan_id
      where case_id = ${id} and kind = 'scan' and latitude is not null
      union all
      select seen.* from (
        select code from case_links where case_id = ${id} and kind = 'code' order by id desc limit ${MAX_CODES}) as linked
      cross join lateral (
        select latitude, longitude, copyclassification from sightings
        where producer_id = ${producerId} and identifier = linked.code order by timestamp desc limit ${MAX_SIGHTINGS}) as seen
      where latitude is not null
    )
    ${statement}`);
  return { level, cells: [...cells] };
}
