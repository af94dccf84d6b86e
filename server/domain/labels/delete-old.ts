import { sql } from "drizzle-orm";
import { labelPrints } from "@/db/schema/label-prints";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/** Deletes prints of labels after 730 days. Returns the number deleted. */
export const deleteOldPrints = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      walkIndexes(db, (db) =>
        db.execute(sql`
        delete from ${labelPrints} where id = any(array(
          select id from ${labelPrints} where at < now() - make_interval(days => ${KEPT_DAYS})
          order by at limit ${batchSize} offset ${skipped}))
        returning id`),
      ),
    signal,
  );
