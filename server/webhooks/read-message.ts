import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { openBatcher } from "@/server/data/batcher";
import { isOutage } from "@/server/loops/fault";
import type { ClaimedDelivery } from "./claim";
import { MESSAGE, type Message } from "./message";

/** The message of a claim counts as current for this time, since a call in flight could not be stopped either. */
export const FRESH_MS = 200;

const MESSAGE_BATCH_SIZE = 64;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

const READ = `
  select deliveries.id, deliveries.hook_id as "hookId", ${MESSAGE}
  from deliveries join events on events.id = deliveries.event_id join hooks on hooks.id = deliveries.hook_id
  where deliveries.id = any($1::uuid[])`;

/** Reads the columns of deliveries that a claim reads. @throws if one of them is unreadable */
export async function readable(client: Sql, ids: readonly string[]): Promise<void> {
  await client.unsafe(
    `select sum(length(told::text) + weight) from (${READ}) told, lateral (
      select pg_column_size(snapshot || '{}') as weight from deliveries join events on events.id = event_id
      where deliveries.id = told.id) weighed`,
    [makePgArray([...ids])],
  );
}

/**
 * Opens the reader of messages. It returns the message of the claim or, if that is too old or had no message, reads it just
 * before sending; concurrent reads share a statement. Undefined if retention has deleted the delivery.
 */
export function messageReader(client: Sql): (delivery: ClaimedDelivery) => Promise<Message | undefined> {
  const read = openBatcher<ClaimedDelivery, { found: Message | undefined }>({
    name: "messages",
    run: async (claimed) => {
      const ids = makePgArray(claimed.map(({ id }) => id));
      const rows = await client.unsafe<Message[]>(READ, [ids], { prepare: true });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return claimed.map(({ id }) => ({ found: byId.get(id) }));
    },
    // One producer's large bodies must not delay other producers.
    laneOf: ({ producerId }) => producerId,
    atOnce: 2,
    most: MESSAGE_BATCH_SIZE,
    weigh: { weightOf: ({ bytes }) => bytes, most: MAX_BATCH_BYTES },
    // An unreadable message must not fail the others of its statement.
    oneIsToBlame: (reason) => !isOutage(reason),
  });
  return async (delivery) => {
    const isFresh = performance.now() - delivery.claimedAt < FRESH_MS;
    return (isFresh && delivery.message) || (await read(delivery)).found;
  };
}
