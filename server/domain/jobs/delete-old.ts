import { sql } from "drizzle-orm";
import { jobChanges } from "@/db/schema/job-changes";
import { jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";

const KEPT_DAYS = 30;
/** Jobs of one producer that are kept, beside older ones that are open. */
const MAX_KEPT_JOBS = 10_000;
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

/** The producers with jobs, each found by one index entry. */
const producersWithJobs = ({ db }: Db) =>
  walkIndexes(db, (db) =>
    db.execute<{ id: string }>(sql`
    with recursive having_jobs (id) as (
      (select producer_id from ${jobs} order by producer_id limit 1)
      union all
      select (select producer_id from ${jobs} where producer_id > having_jobs.id order by producer_id limit 1)
      from having_jobs where having_jobs.id is not null
    ) select id from having_jobs where id is not null`),
  );

/** The ended jobs of a producer that are older than the newest ones, oldest first. */
const excessOf = (producerId: string, most: number) => sql`${jobs} as job
  where job.producer_id = ${producerId} and job.ended_at is not null and (job.requested_at, job.id) <= (
    select newest.requested_at, newest.id from ${jobs} as newest where newest.producer_id = ${producerId}
    order by newest.requested_at desc, newest.id desc offset ${most} limit 1)`;

/** Deletes ended jobs of each producer beyond its newest ones, their changes first. Returns the number of rows deleted. */
export async function deleteExcessJobs(
  { db }: Db,
  signal?: AbortSignal,
  most = MAX_KEPT_JOBS,
): Promise<number> {
  let deleted = 0;
  for (const { id: producerId } of await producersWithJobs({ db })) {
    const excess = excessOf(producerId, most);
    deleted += await inBatches(
      (batchSize, skipped) =>
        db.execute(sql`
        delete from ${jobChanges} where (job_id, item_id) in (
          select change.job_id, change.item_id from ${jobChanges} as change
          where change.job_id in (select job.id from ${excess})
          order by change.job_id, change.item_id limit ${batchSize} offset ${skipped})
        returning item_id`),
      signal,
    );
    deleted += await inBatches(
      (batchSize, skipped) =>
        walkIndexes(db, (db) =>
          db.execute(sql`
          delete from ${jobs} where id = any(array(
            select job.id from ${excess} order by job.requested_at, job.id limit ${batchSize} offset ${skipped}))
          returning id`),
        ),
      signal,
    );
  }
  return deleted;
}

/**
 * Deletes the changes of jobs that can no longer be undone, jobs that ended 30 days ago, and those beyond the number of a
 * producer. Returns the number of rows deleted.
 */
export async function deleteOldJobs(ctx: Db, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  try {
    deleted += await inBatches((batchSize, skipped) => deleteSomeChanges(ctx, batchSize, skipped), signal);
  } finally {
    // Jobs are deleted even if a change cannot be.
    try {
      deleted += await inBatches((batchSize, skipped) => deleteSomeJobs(ctx, batchSize, skipped), signal);
    } finally {
      deleted += await deleteExcessJobs(ctx, signal);
    }
  }
  return deleted;
}
