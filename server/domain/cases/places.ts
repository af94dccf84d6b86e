import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { PLACE_LEVEL, tileX, tileY } from "@/server/domain/stats/box";
import type { Cell, Cells } from "@/server/domain/stats/cells";
import { TALLIES } from "@/server/domain/stats/counts";
import { ownedCase } from "./read";

const MAX_CELLS = 2_000;
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
    select ${tileX(sql`longitude`, PLACE_LEVEL)} as x, ${tileY(sql`latitude`, PLACE_LEVEL)} as y, ${TALLIES},
      avg(latitude) as latitude, avg(longitude) as longitude
    from placed
    group by 1, 2 order by count(*) desc, 1, 2 limit ${MAX_CELLS}`);
  return { level: PLACE_LEVEL, cells: [...cells] };
}
