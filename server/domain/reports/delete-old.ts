import { sql } from "drizzle-orm";
import { reports } from "@/db/schema/reports";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/**
 * Deletes reports that are two years old and have neither text nor e-mail. The producer's own retention, which may be
 * longer, deletes text and e-mail first. Returns the number of deleted rows.
 */
export const deleteOldReports = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${reports} where id in (
          select id from ${reports}
          where text = '' and email is null and timestamp < now() - make_interval(days => ${KEPT_DAYS})
          order by timestamp, id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
