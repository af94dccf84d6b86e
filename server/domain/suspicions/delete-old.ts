import { sql } from "drizzle-orm";
import { suspicions } from "@/db/schema/suspicions";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/**
 * Deletes reports that are two years old and of which only the kind is left. Words and e-mail go by the producer's own
 * retention, which may be longer. Returns how many.
 */
export const deleteOldReports = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${suspicions} where id in (
          select id from ${suspicions}
          where text = '' and email is null and timestamp < now() - make_interval(days => ${KEPT_DAYS})
          order by timestamp, id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
