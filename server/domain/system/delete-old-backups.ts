import { sql } from "drizzle-orm";
import { backups } from "@/db/schema/backups";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/** Deletes records of backups older than two years, except the newest. Returns the number deleted. */
export const deleteOldBackups = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      db.execute(sql`
        delete from ${backups} where id in (
          select id from ${backups}
          where at < now() - make_interval(days => ${KEPT_DAYS}) and id < (select max(id) from ${backups})
          order by id limit ${batchSize} offset ${skipped})
        returning id`),
    signal,
  );
