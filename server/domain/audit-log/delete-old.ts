import { sql } from "drizzle-orm";
import { auditEvents } from "@/db/schema/audit-events";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

/**
 * Deletes audit events that are two years old; a trigger refuses to delete younger ones. Reads only the oldest events by id,
 * which grows with time. Returns how many.
 */
export const deleteOldAuditEvents = ({ db }: Pick<Ctx, "db">, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      walkIndexes(db, (db) =>
        db.execute(sql`
        delete from ${auditEvents} where id = any(array(
          select id from (select id, at from ${auditEvents} order by id limit ${batchSize} offset ${skipped}) oldest
          where at < now() - make_interval(days => ${KEPT_DAYS})))
        returning id`),
      ),
    signal,
  );
