import { sql } from "drizzle-orm";
import { cases } from "@/db/schema/cases";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 1095;

/** Deletes cases three years after they were closed or dismissed, with all that is written in them. Returns how many. */
export const deleteOldCases = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${cases} where id in (
          select id from ${cases} where state in ('dismissed', 'closed')
            and updated_at < now() - make_interval(days => ${KEPT_DAYS})
          order by updated_at, id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
