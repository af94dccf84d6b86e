import { inArray, sql } from "drizzle-orm";
import type { Sql } from "postgres";
import type { Db } from "@/db/client";
import { deliveryQueue } from "@/db/schema/delivery-queue";
import { setAside } from "@/db/schema/set-aside";
import { unqueuedEvents } from "@/db/schema/unqueued-events";
import { workInHalves } from "@/server/loops/halves";
import { dueAside, putAside, putOff, takeBack } from "@/server/loops/set-aside";
import { queueListed, retryListed } from "./queue-events";
import { readable } from "./read-message";

/*
 * Events and deliveries are queued and claimed many at once, by one statement: a row that can't be read stops them all. It is
 * found by halves then, and set aside (decision 0035), so that the next statement does not come to it.
 */
const LISTED_AT_ONCE = 500;
const RETRIED_AT_ONCE = 20;
/** A delivery that was released and has no result by then is released again. */
const RELEASED_FOR_SECONDS = 300;

interface Noted extends Record<string, unknown> {
  producerId: string;
  eventId: string;
}

export interface Clients {
  client: Sql;
  db: Db;
}

/** Queues some of what is announced in halves, after it could not be queued together. Returns of how many events. */
export async function queueInHalves({ client, db }: Clients): Promise<number> {
  const noted = await db.execute<Noted>(sql`
    select producer_id as "producerId", event_id as "eventId" from ${unqueuedEvents}
    order by producer_id, event_id limit ${LISTED_AT_ONCE}`);
  const { handled } = await workInHalves([...noted], {
    work: async (some) => {
      await queueListed(client, some);
    },
    setAside: ({ producerId, eventId }, reason) =>
      db.transaction(async (tx) => {
        await putAside(tx, "queueing", eventId, reason);
        await tx.execute(
          sql`delete from ${unqueuedEvents} where producer_id = ${producerId} and event_id = ${eventId}`,
        );
      }),
  });
  return handled;
}

/**
 * Sets a delivery aside that can't be read, or whose result can't be recorded: it is due again when it is to be retried.
 * Where its `lease` was lost meanwhile, its claim is another process's and stays.
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
 * Makes deliveries due that were set aside. Each stays in `set_aside` until a result of it is recorded, so that the delays
 * of one that fails again grow; those that are no longer queued are taken back.
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

/** Finds what of the oldest that is due can't be read, after it could not be claimed. Returns how many there were. */
export async function postponeUnreadable({ client, db }: Clients): Promise<number> {
  const due = await db.execute<{ id: string }>(sql`
    select delivery_id as id from ${deliveryQueue}
    where due_at <= now() and (leased_until is null or leased_until <= now()) order by due_at limit ${LISTED_AT_ONCE}`);
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

/** Retries what was set aside and is due: it is queued, or free to be claimed, or set aside again. */
export async function retryAside({ client, db }: Clients): Promise<void> {
  await workInHalves(await dueAside(db, "queueing", RETRIED_AT_ONCE), {
    work: (ids) => retryListed(client, ids),
    setAside: (id, reason) => putAside(db, "queueing", id, reason),
  });
  await workInHalves(await dueAside(db, "delivering", RETRIED_AT_ONCE), {
    work: async (ids) => {
      await readable(client, ids);
      await release(db, ids);
    },
    setAside: (id, reason) => postpone(db, { id }, reason),
  });
}
