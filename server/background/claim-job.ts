import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { cellMoves } from "@/db/schema/cells";
import { type Job, jobs } from "@/db/schema/jobs";
import { producers } from "@/db/schema/producers";
import { walkIndexes } from "@/server/data/walk-indexes";
import { newId } from "@/server/platform/ids";

/** After this time the instance that claimed a job counts as dead. */
const LEASE_SECONDS = 60;

/** A claimed job, with the number of its producer's sandbox. */
export type ClaimedJob = Job & { lease: string; sandbox: number };

const isOpen = (of: string) => sql.raw(`${of}.ended_at is null`);
const isFree = (of: string) => sql.raw(`(${of}.leased_until is null or ${of}.leased_until <= now())`);

/**
 * Claims the job whose turn it is: producers take turns, and so do the jobs of a producer. Jobs of suspended producers wait.
 * Reads a few index entries for each producer with open jobs. Returns undefined if no job is due.
 */
export async function claimJob(db: Db): Promise<ClaimedJob | undefined> {
  const lease = newId();
  const rows = await walkIndexes(db, (db) =>
    db
      .update(jobs)
      .set({
        lease,
        leasedUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`,
        attempts: sql`${jobs.attempts} + 1`,
        turnAt: sql`now()`,
      })
      .where(
        sql`${jobs.id} = (
          with recursive waiting (producer_id) as (
            (select job.producer_id from ${jobs} job where ${isOpen("job")} order by job.producer_id limit 1)
            union all
            select (select job.producer_id from ${jobs} job where ${isOpen("job")} and job.producer_id > waiting.producer_id
              order by job.producer_id limit 1)
            from waiting where waiting.producer_id is not null
          ), candidates as (
            select next.id, last.turn_at from waiting
            join ${producers} producer on producer.id = waiting.producer_id and producer.suspended_at is null
              and not exists (select from ${cellMoves} move where move.producer_id = producer.id and move.state <> 'copying')
            cross join lateral (select max(job.turn_at) as turn_at from ${jobs} job
              where job.producer_id = waiting.producer_id) last
            cross join lateral (select job.id from ${jobs} job
              where job.producer_id = waiting.producer_id and ${isOpen("job")} and ${isFree("job")}
              order by job.turn_at limit 1) next
          )
          select chosen.id from candidates join ${jobs} chosen on chosen.id = candidates.id
          where ${isOpen("chosen")} and ${isFree("chosen")}
          order by candidates.turn_at, chosen.id limit 1 for update of chosen skip locked)`,
      )
      .returning({
        ...getTableColumns(jobs),
        sandbox: sql<number>`(select sandbox from ${producers} where ${producers.id} = ${jobs.producerId})`,
      }),
  );
  const [job] = rows;
  return job && { ...job, lease };
}
