import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { only } from "@/server/data/only";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";

/** The same advisory lock as in the database function `count_scans()`, which waits for it. */
const COUNTING_LOCK = 4_702_113;
/** Rows counted at once, in about a second; also the rows searched for producers with pending rows. */
const MAX_ROWS = 20_000;
const PRODUCERS_BATCH_SIZE = 200;

/** The number of scans counted, and whether more of the same producers may be pending. */
interface Counted {
  scans: number;
  isMore: boolean;
}

/** Counts some pending roll-up rows of producers, unless another process holds the lock. */
async function countSome({ db }: Run, producers: string[]): Promise<Counted | "left"> {
  const { scans } = only(
    await db.execute<{ scans: number | null }>(sql`
      select case when pg_try_advisory_xact_lock(${COUNTING_LOCK})
        then count_scans(${makePgArray(producers)}::uuid[], ${MAX_ROWS})::float8 end as scans`),
  );
  return scans === null ? "left" : { scans, isMore: scans === MAX_ROWS };
}

/**
 * Adds pending roll-up rows to the roll-ups (decision 0025), producer by producer where the rows of one cannot be counted.
 * Readers see the same counts as before, faster.
 */
export function counting(): Loop<string> & { counted(): number } {
  let total = 0;
  let isMore = false;
  return {
    name: "counting",
    intervalMs: 1_000,
    timeoutMs: 15_000,
    keyOf: (producerId) => producerId,
    async *batches(run) {
      do {
        isMore = false;
        const rows = await run.db.execute<{ id: string }>(sql`
          select distinct producer_id as id from (
            select producer_id from pending_rollups
            where producer_id <> all(${makePgArray([...run.aside])}::uuid[]) limit ${MAX_ROWS}) noted
          limit ${PRODUCERS_BATCH_SIZE}`);
        if (rows.length > 0) yield rows.map(({ id }) => id);
      } while (isMore && !run.signal.aborted);
    },
    async work(run, producers) {
      const done = await countSome(run, producers);
      if (done === "left") return done;
      total += done.scans;
      isMore ||= done.isMore;
    },
    counted: () => total,
  };
}

/** Runs one counting pass. Returns the number of scans added, changed or removed. */
export async function countScans(data: Pick<Run, "db" | "batchClient">): Promise<number> {
  const loop = counting();
  await runPass(loop, data);
  return loop.counted();
}
