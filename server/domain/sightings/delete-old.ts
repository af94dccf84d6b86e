import { sql } from "drizzle-orm";
import { sightings } from "@/db/schema/sightings";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/** Deletes sightings older than two years. Returns the number deleted. */
export const deleteOldSightings = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      walkIndexes(db, (db) =>
        db.execute(sql`
        delete from ${sightings} where id = any(array(
          select id from ${sightings} where timestamp < now() - make_interval(days => ${KEPT_DAYS})
          order by timestamp, id limit ${batchSize} offset ${skipped}))
        returning id`),
      ),
    signal,
  );
