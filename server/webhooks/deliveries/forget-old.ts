import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { attempts } from "@/db/schema/attempts";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { events } from "@/db/schema/events";
import { pendingEvents } from "@/db/schema/pending-events";
import { producers } from "@/db/schema/producers";
import { DAY_MS } from "@/server/core/time";
import { MAX_KEPT_DAYS } from "@/server/data/partitions";
import { walkIndexes } from "@/server/data/walk-indexes";
import { type Loop, type Run, untilEmpty } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { leastIdAt } from "@/server/platform/ids";

const BATCH_SIZE = 1_000;

// `offset 0` forces a lookup by id per event, so that no plan reads the whole queue or all deliveries.
const isOver = sql`old.created_at < now() - make_interval(days => ${MAX_KEPT_DAYS}) and not exists (
    select from ${deliveries} cross join lateral (
      select from ${deliveryQueue} where ${deliveryQueue.deliveryId} = ${deliveries.id} offset 0) waiting
    where ${deliveries.eventId} = old.id offset 0)
  and not exists (
    select from ${pendingEvents} where producer_id = old.producer_id and event_id = old.id offset 0)`;

/** Deliveries of events that are gone: older builds delete events alone, since foreign keys once deleted the rest. */
const isOrphaned = sql`not exists (select from ${events} where ${events.id} = ${deliveries.eventId} offset 0)
  and not exists (select from ${deliveryQueue} where ${deliveryQueue.deliveryId} = ${deliveries.id} offset 0)`;

/**
 * Deletes events that are 37 days old, with deliveries and attempts, unless a delivery is still queued. So do deliveries whose event
 * is gone.
 */
export const oldEvents: Loop<{ id: string }> = {
  name: "oldEvents",
  intervalMs: 3_600_000,
  timeoutMs: 60_000,
  keyOf: ({ id }) => id,
  batches: (run) =>
    untilEmpty(run, () =>
      // By producer, as the index of times is, so that no younger event is read.
      walkIndexes(run.db, (db) =>
        db.execute<{ id: string }>(sql`
          (select event_id as id from ${deliveries}
            where event_id < ${leastIdAt(Date.now() - MAX_KEPT_DAYS * DAY_MS)} and ${isOrphaned}
              and event_id <> all(${makePgArray([...run.aside])}::uuid[])
            order by event_id limit ${BATCH_SIZE})
          union (select found.id from ${producers} cross join lateral (
            select old.id from ${events} as old
            where old.producer_id = ${producers.id} and ${isOver} and old.id <> all(${makePgArray([...run.aside])}::uuid[])
            order by old.created_at, old.id limit ${BATCH_SIZE}) found
          limit ${BATCH_SIZE}) limit ${BATCH_SIZE}`),
      ),
    ),
  async work({ db }, some) {
    const ids = sql`${makePgArray(some.map(({ id }) => id))}::uuid[]`;
    await db.transaction((tx) =>
      walkIndexes(tx, async (db) => {
        // Replays lock events, too: from here on none of these deliveries is queued.
        await db.execute(sql`select from ${events} where id = any(${ids}) order by id for update`);
        await db.execute(sql`
          with over as (
            delete from ${events} as old where old.id = any(${ids}) and ${isOver} returning id
          ), made as (
            delete from ${deliveries} where event_id = any(${ids})
              and (event_id in (select id from over) or (${isOrphaned})) returning id
          )
          delete from ${attempts} where delivery_id = any(array(select id from made))`);
      }),
    );
  },
};

/** Deletes old events until none is left or `signal` aborts. Returns their number. */
export const forgetOldEvents = (
  data: Pick<Run, "db" | "batchClient">,
  signal?: AbortSignal,
): Promise<number> => runPass(oldEvents, { ...data, signal });
