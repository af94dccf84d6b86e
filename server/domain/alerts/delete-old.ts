import { sql } from "drizzle-orm";
import { alertNotes } from "@/db/schema/alert-notes";
import { alertNotices } from "@/db/schema/alert-notices";
import { alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import type { Ctx } from "@/server/core/ctx";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 730;

type Db = Pick<Ctx, "db">;

/** Skips alerts with a younger note, because a trigger refuses to delete notes before their time. */
const deleteSomeAlerts = ({ db }: Db, batchSize: number, skipped: number) =>
  db.execute(sql`
    with old as materialized (
      select id from ${alerts} as alert
      where opened_at < now() - make_interval(days => ${KEPT_DAYS}) and not exists (
        select from ${alertNotes} where alert_id = alert.id and at >= now() - make_interval(days => ${KEPT_DAYS}))
      order by id limit ${batchSize} offset ${skipped}
    ), notices as (
      delete from ${alertNotices} using old where alert_id = old.id
    ), notes as (
      delete from ${alertNotes} using old where alert_id = old.id
    )
    delete from ${alerts} using old where alerts.id = old.id returning alerts.id`);

const deleteSomeRules = ({ db }: Db, batchSize: number, skipped: number) =>
  db.execute(sql`
    delete from ${alertRules} where id in (
      select id from ${alertRules} as old
      where deleted_at < now() - make_interval(days => ${KEPT_DAYS})
        and not exists (select from ${alerts} where rule_id = old.id)
      order by id limit ${batchSize} offset ${skipped})
    returning id`);

/**
 * Deletes alerts that are two years old, with their notes and notices, and rules that were deleted as long ago.
 * Returns how many alerts and rules.
 */
export async function deleteOldAlerts(ctx: Db, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  try {
    deleted += await inBatches((batchSize, skipped) => deleteSomeAlerts(ctx, batchSize, skipped), signal);
  } finally {
    // Rules are deleted even if an alert cannot be.
    deleted += await inBatches((batchSize, skipped) => deleteSomeRules(ctx, batchSize, skipped), signal);
  }
  return deleted;
}
