import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { only } from "@/server/data/only";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";

/** As in `count_scans()` of the database, which waits for it. */
const COUNTING_LOCK = 4_702_113;
/** So many rows of a batch are counted at once, in a second or so; and so many are looked through for whose they are. */
const MAX_ROWS = 20_000;
const PRODUCERS_AT_ONCE = 200;

/** Whose scans are noted, and where there may be more of theirs than were counted. */
interface Counted {
  scans: number;
  isMore: boolean;
}

/** Of producers, counts some of what is noted, unless another process is at it. */
async function countSome({ db }: Run, producers: string[]): Promise<Counted | "left"> {
  const { scans } = only(
    await db.execute<{ scans: number | null }>(sql`
      select case when pg_try_advisory_xact_lock(${COUNTING_LOCK})
        then count_scans(${makePgArray(producers)}::uuid[], ${MAX_ROWS})::float8 end as scans`),
  );
  return scans === null ? "left" : { scans, isMore: scans === MAX_ROWS };
}

/**
 * Takes what became of scans since the last time into their counts (decision 0025), producer by producer where something of one
 * can't be counted. What readers are told stays the same; they find it faster.
 */
export function counting(): Loop<string> & { counted(): number } {
  let all = 0;
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
          limit ${PRODUCERS_AT_ONCE}`);
        if (rows.length > 0) yield rows.map(({ id }) => id);
      } while (isMore && !run.signal.aborted);
    },
    async work(run, producers) {
      const done = await countSome(run, producers);
      if (done === "left") return done;
      all += done.scans;
      isMore ||= done.isMore;
    },
    counted: () => all,
  };
}

/** Counts what there is, once. Returns how many scans came, changed or went. */
export async function countScans(data: Pick<Run, "db" | "batchClient">): Promise<number> {
  const loop = counting();
  await runPass(loop, data);
  return loop.counted();
}
