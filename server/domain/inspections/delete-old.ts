import { sql } from "drizzle-orm";
import { inspections } from "@/db/schema/inspections";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/**
 * Deletes inspections older than two years, except those of a case, which go with their case's end. Returns the number
 * deleted.
 */
export const deleteOldInspections = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${inspections} where id = any(array(
          select id from ${inspections}
          where created_at < now() - make_interval(days => ${KEPT_DAYS}) and case_id is null
          order by created_at, id limit ${batchSize} offset ${skipped}))
        returning id`),
    signal,
  );
