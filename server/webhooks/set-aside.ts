import { inArray, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { Db } from "@/db/client";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { pendingEvents } from "@/db/schema/pending-events";
import { setAside } from "@/db/schema/set-aside";
import { workInHalves } from "@/server/loops/halves";
import { dueAside, putAside, putOff, takeBack } from "@/server/loops/set-aside";
import { queueListed, retryListed } from "./queue-events";
import { readable } from "./read-message";

/*
 * One statement queues or claims many events or deliveries, so one unreadable row fails them all. Such a row is found by
 * halving and set aside (decision 0035), so that the next statement does not meet it.
 */
const HALVING_BATCH_SIZE = 500;
const RETRY_BATCH_SIZE = 20;
/** A released delivery without a result after this time is released again. */
const RELEASED_FOR_SECONDS = 300;

interface PendingEvent extends Record<string, unknown> {
  producerId: string;
  eventId: string;
}

export interface Clients {
  client: Sql;
  db: Db;
}

/** Queues some pending events by halving, after queueing them together failed. Returns the number of events. */
export async function queueInHalves({ client, db }: Clients): Promise<number> {
  const pending = await db.execute<PendingEvent>(sql`
    select producer_id as "producerId", event_id as "eventId" from ${pendingEvents}
    order by producer_id, event_id limit ${HALVING_BATCH_SIZE}`);
  const { handled } = await workInHalves([...pending], {
    work: async (some) => {
      await queueListed(client, some);
    },
    setAside: ({ producerId, eventId }, reason) =>
      db.transaction(async (tx) => {
        await putAside(tx, "queueing", eventId, reason);
        await tx.execute(
          sql`delete from ${pendingEvents} where producer_id = ${producerId} and event_id = ${eventId}`,
        );
      }),
  });
  return handled;
}

/**
 * Sets aside a delivery that cannot be read or whose result cannot be recorded; it is due again at its retry time.
 * If its `lease` was lost meanwhile, the claim of the other process stays.
 */
export const postpone = (
  db: Db,
  { id, lease = null }: { id: string; lease?: string | null },
  reason: unknown,
): Promise<void> =>
  db.transaction(async (tx) => {
    await putAside(tx, "delivering", id, reason);
    await tx.execute(sql`
      update ${deliveryQueue} set lease = null, leased_until = null,
        due_at = (select retry_at from ${setAside} where loop = 'delivering' and key = ${id})
      where delivery_id = ${id} and (${lease}::uuid is null or lease = ${lease}::uuid)`);
  });

/**
 * Makes deliveries due that were set aside. Each stays in `set_aside` until a result is recorded, so that the delays of
 * repeated failures grow; deliveries that are no longer queued leave `set_aside`.
 */
const release = (db: Db, ids: string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const released = await tx
      .update(deliveryQueue)
      .set({ dueAt: sql`least(due_at, now())` })
      .where(inArray(deliveryQueue.deliveryId, ids))
      .returning({ id: deliveryQueue.deliveryId });
    const queued = new Set(released.map(({ id }) => id));
    await takeBack(
      tx,
      "delivering",
      ids.filter((id) => !queued.has(id)),
    );
    await putOff(tx, "delivering", [...queued], RELEASED_FOR_SECONDS);
  });

/** Sets aside unreadable deliveries among the oldest due ones, after a claim failed. Returns their number. */
export async function postponeUnreadable({ client, db }: Clients): Promise<number> {
  const due = await db.execute<{ id: string }>(sql`
    select delivery_id as id from ${deliveryQueue}
    where due_at <= now() and (leased_until is null or leased_until <= now()) order by due_at limit ${HALVING_BATCH_SIZE}`);
  let found = 0;
  await workInHalves(
    due.map(({ id }) => id),
    {
      work: (ids) => readable(client, ids),
      setAside: async (id, reason) => {
        found++;
        await postpone(db, { id }, reason);
      },
    },
  );
  return found;
}

/** Retries what was set aside and is due: queues it, frees it for claims, or sets it aside again. */
export async function retryAside({ client, db }: Clients): Promise<void> {
  await workInHalves(await dueAside(db, "queueing", RETRY_BATCH_SIZE), {
    work: (ids) => retryListed(client, ids),
    setAside: (id, reason) => putAside(db, "queueing", id, reason),
  });
  await workInHalves(await dueAside(db, "delivering", RETRY_BATCH_SIZE), {
    work: async (ids) => {
      await readable(client, ids);
      await release(db, ids);
    },
    setAside: (id, reason) => postpone(db, { id }, reason),
  });
}
