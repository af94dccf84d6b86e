import { sql } from "drizzle-orm";
import { databaseIdentity } from "@/db/schema/database-identity";
import type { Ctx } from "@/server/core/ctx";
import { only } from "@/server/data/only";

/** SQL for which cluster and timeline of its log the database is in: a restored one is in another. */
export const IDENTITY = sql`(select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) from pg_control_system())`;

/** Bytes without rows stay this long after a restore. */
const KEPT_DAYS = 7;

/**
 * Whether the database came from a backup, or another server took over, within the last days. Both show in the cluster's
 * identifier or in the timeline of its log, which this call notes.
 */
export async function isRestoredLately({ db }: Pick<Ctx, "db">): Promise<boolean> {
  const { identity, changedAt } = databaseIdentity;
  await db.execute(sql`
    insert into ${databaseIdentity} (identity) select ${IDENTITY}
    on conflict ("only") do update set identity = excluded.identity, changed_at = now()
      where ${identity} <> excluded.identity`);
  const rows = await db
    .select({
      isLate: sql<boolean>`coalesce(${changedAt} > now() - make_interval(days => ${KEPT_DAYS}), false)`,
    })
    .from(databaseIdentity);
  return only(rows).isLate;
}
