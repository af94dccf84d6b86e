import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { shareStatement } from "@/server/data/batcher";
import { isOutage } from "@/server/loops/fault";
import type { ClaimedDelivery } from "./claim";
import { MESSAGE, type Message } from "./message";

/** For so long, what came with the claim tells how the hook stands: a call that is under way could not be stopped either. */
export const FRESH_MS = 200;

const MESSAGE_BATCH_SIZE = 64;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

const READ = `
  select deliveries.id, deliveries.hook_id as "hookId", ${MESSAGE}
  from deliveries join events on events.id = deliveries.event_id join hooks on hooks.id = deliveries.hook_id
  where deliveries.id = any($1::uuid[])`;

/** Reads what a claim reads of deliveries. @throws where one of them can't be read. */
export async function readable(client: Sql, ids: readonly string[]): Promise<void> {
  await client.unsafe(
    `select sum(length(told::text) + weight) from (${READ}) told, lateral (
      select pg_column_size(snapshot || '{}') as weight from deliveries join events on events.id = event_id
      where deliveries.id = told.id) weighed`,
    [makePgArray([...ids])],
  );
}

/**
 * What is to be sent: as it came with the claim or, where that is too long ago or the body too heavy to be kept waiting,
 * read just before it is sent; concurrent reads share a statement. Nothing of what was forgotten.
 */
export function messageReader(client: Sql): (delivery: ClaimedDelivery) => Promise<Message | undefined> {
  const read = shareStatement<ClaimedDelivery, { found: Message | undefined }>({
    run: async (claimed) => {
      const ids = makePgArray(claimed.map(({ id }) => id));
      const rows = await client.unsafe<Message[]>(READ, [ids], { prepare: true });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return claimed.map(({ id }) => ({ found: byId.get(id) }));
    },
    // One producer's heavy bodies must not keep the others waiting.
    laneOf: ({ producerId }) => producerId,
    atOnce: 2,
    most: MESSAGE_BATCH_SIZE,
    weigh: { weightOf: ({ bytes }) => bytes, most: MAX_BATCH_BYTES },
    // Of one that can't be read, the others know nothing.
    oneIsToBlame: (reason) => !isOutage(reason),
  });
  return async (delivery) => {
    const isFresh = performance.now() - delivery.claimedAt < FRESH_MS;
    return (isFresh && delivery.message) || (await read(delivery)).found;
  };
}
