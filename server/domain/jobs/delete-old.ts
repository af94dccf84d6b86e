import { sql } from "drizzle-orm";
import { jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 30;

/** Deletes jobs that ended 30 days ago. Returns the number deleted. */
export const deleteOldJobs = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      walkIndexes(db, (db) =>
        db.execute(sql`
        delete from ${jobs} where id = any(array(
          select id from ${jobs} where ended_at < now() - make_interval(days => ${KEPT_DAYS})
          order by ended_at limit ${batchSize} offset ${skipped}))
        returning id`),
      ),
    signal,
  );
