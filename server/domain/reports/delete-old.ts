import { sql } from "drizzle-orm";
import { reportPhotos } from "@/db/schema/report-photos";
import { reports } from "@/db/schema/reports";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/**
 * Deletes reports that are two years old and have nothing of what the reporter wrote or sent. The producer's own retention,
 * which may be longer, deletes that first. Returns the number of deleted rows.
 */
export const deleteOldReports = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${reports} where id in (
          select id from ${reports}
          where text = '' and email is null and place is null and seller_url is null
            and not exists (select from ${reportPhotos} where ${reportPhotos.reportId} = ${reports.id})
            and timestamp < now() - make_interval(days => ${KEPT_DAYS})
          order by timestamp, id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
