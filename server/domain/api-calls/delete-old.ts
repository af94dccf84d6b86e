import { sql } from "drizzle-orm";
import { apiCalls } from "@/db/schema/api-calls";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS } from "@/server/core/time";
import { addPartitions, MAX_KEPT_DAYS, oldPartitionsOf, partitioningWith } from "@/server/data/partitions";
import { walkIndexes } from "@/server/data/walk-indexes";
import { inBatches } from "@/server/loops/in-batches";
import { wholeLoop } from "@/server/loops/whole";
import { leastIdAt } from "@/server/platform/ids";

type Data = Pick<Ctx, "db">;

/** The newest calls of a producer, and the newest failed ones, are kept. */
export const KEPT = { calls: 900_000, failed: 100_000 };

/** Adds the partitions of the next weeks, and drops those whose youngest call is 30 days old. */
export async function renewCallPartitions({ db }: Data, now = Date.now()): Promise<void> {
  await addPartitions(db, "api_calls", now);
  for (const { name } of await oldPartitionsOf(db, "api_calls", now)) {
    await partitioningWith(db, async (tx) => {
      // The table before its partition, as other statements lock them.
      await tx.execute(sql`lock table only ${apiCalls} in access exclusive mode`);
      await tx.execute(sql`drop table partitions.${sql.identifier(name)}`);
    });
  }
}

/** Deletes calls of a time without a partition after 37 days. Returns how many. */
const deleteExpired = ({ db }: Data, signal?: AbortSignal): Promise<number> =>
  inBatches(
    (batchSize, skipped) =>
      walkIndexes(db, (db) =>
        db.execute(sql`
          delete from ${apiCalls} where id = any(array(
            select id from ${apiCalls} where id < ${leastIdAt(Date.now() - MAX_KEPT_DAYS * DAY_MS)}
            order by id limit ${batchSize} offset ${skipped})) returning id`),
      ),
    signal,
  );

/** The id of the newest call beyond a producer's `kept` ones: a walk along one index, which reads no row. */
const beyond = (producerId: string, kept: number, isFailed: boolean) => sql`(
  select id from ${apiCalls} where producer_id = ${producerId} ${isFailed ? sql`and status >= 400` : sql``}
  order by producer_id desc, id desc offset ${kept} limit 1)`;

/** Deletes the oldest calls of producers that have too many, failed ones last. Returns how many. */
async function deleteExcess({ db }: Data, kept: typeof KEPT, signal?: AbortSignal): Promise<number> {
  let deleted = 0;
  // One by one: a walk along the calls of all takes longer than a statement may.
  for (const { id: producerId } of await db.select({ id: producers.id }).from(producers)) {
    if (signal?.aborted) break;
    const [found] = await walkIndexes(db, (db) =>
      db.execute<{ below: string | null; failedBelow: string | null }>(sql`
        select ${beyond(producerId, kept.calls, false)} as below, ${beyond(producerId, kept.failed, true)} as "failedBelow"`),
    );
    if (!found?.below) continue;
    const { below, failedBelow } = found;
    deleted += await inBatches(
      (batchSize, skipped) =>
        walkIndexes(db, (db) =>
          db.execute(sql`
            delete from ${apiCalls} where id = any(array(
              select id from ${apiCalls} where producer_id = ${producerId} and id <= ${below}
                and (status < 400 or id <= ${failedBelow})
              order by producer_id, id limit ${batchSize} offset ${skipped})) returning id`),
        ),
      signal,
    );
  }
  return deleted;
}

/** Deletes calls that are 30 to 37 days old, and those beyond the newest 900,000 and the newest 100,000 failed ones of a producer. */
export async function deleteOldCalls(data: Data, signal?: AbortSignal, kept = KEPT): Promise<number> {
  await renewCallPartitions(data);
  return (await deleteExpired(data, signal)) + (await deleteExcess(data, kept, signal));
}

export const oldCalls = wholeLoop("oldCalls", HOUR_MS, deleteOldCalls);
