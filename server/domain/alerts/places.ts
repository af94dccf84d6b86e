import { sql } from "drizzle-orm";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { type Cells, cellsOfPlaces } from "@/server/domain/stats/cells";
import { MAX_ROWS, rowsBehind } from "./behind";
import { ownedAlert } from "./read";

/** The places of the rows behind an alert, by tiles of one level. */
export interface PlacesOfAlert extends Cells {
  /** The rows with and without a location. */
  located: number;
  unlocated: number;
  /** Whether there are older rows that were not read. */
  isCut: boolean;
}

type Row = Pick<Cells, "cells"> & { located: number; read: number } & Record<string, unknown>;

/**
 * Reads where the rows behind an alert were made: the newest 10,000.
 * @throws 404 if the caller has no such alert
 */
export async function placesOfAlert(ctx: Ctx, id: string): Promise<PlacesOfAlert> {
  const alert = await ownedAlert(ctx, id);
  const { level, statement } = cellsOfPlaces(sql`behind`);
  const [row] = await walkIndexes(ctx.db, (db) =>
    db.execute<Row>(sql`
      with behind as materialized (${rowsBehind(alert)})
      select (select count(*)::int from behind) as read,
        (select count(*)::int from behind where latitude is not null) as located,
        (select coalesce(json_agg(cell), '[]') from (${statement}) as cell) as cells`),
  );
  const { read = 0, located = 0, cells = [] } = row ?? {};
  return { level, cells, located, unlocated: read - located, isCut: read > MAX_ROWS };
}
