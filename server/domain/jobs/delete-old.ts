import { sql } from "drizzle-orm";
import { jobChanges } from "@/db/schema/job-changes";
import { jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 30;
/** The time to undo a job, after its end. */
export const UNDO_HOURS = 24;

type Db = Pick<Ctx, "db">;

const deleteSomeJobs = ({ db }: Db, batchSize: number, skipped: number) =>
  walkIndexes(db, (db) =>
    db.execute(sql`
    delete from ${jobs} where id = any(array(
      select id from ${jobs} where ended_at < now() - make_interval(days => ${KEPT_DAYS})
      order by ended_at limit ${batchSize} offset ${skipped}))
    returning id`),
  );

const deleteSomeChanges = ({ db }: Db, batchSize: number, skipped: number) =>
  db.execute(sql`
    delete from ${jobChanges} where (job_id, item_id) in (
      select change.job_id, change.item_id from ${jobs} as job join ${jobChanges} as change on change.job_id = job.id
      where job.ended_at < now() - make_interval(hours => ${UNDO_HOURS})
      order by change.job_id, change.item_id limit ${batchSize} offset ${skipped})
    returning item_id`);

/**
 * Deletes the changes of jobs that can no longer be undone, and jobs that ended 30 days ago. Returns the number of rows
 * deleted.
 */
export async function deleteOldJobs(ctx: Db, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  try {
    deleted += await inBatches((batchSize, skipped) => deleteSomeChanges(ctx, batchSize, skipped), signal);
  } finally {
    // Jobs are deleted even if a change cannot be.
    deleted += await inBatches((batchSize, skipped) => deleteSomeJobs(ctx, batchSize, skipped), signal);
  }
  return deleted;
}
