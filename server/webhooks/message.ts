import { makePgArray } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import { shareStatement } from "@/server/data/batcher";
import type { EventName } from "@/server/events/catalogue";
import { isOutage } from "@/server/loops/fault";
import { VERSION } from "@/server/platform/build-info";
import { bodyOf, type ToldEvent } from "./body";
import type { ClaimedDelivery } from "./claim";
import { type SealedSecrets, signedHeaders } from "./sign";

/** For so long, what came with the claim tells how the hook stands: a call that is under way could not be stopped either. */
export const FRESH_MS = 200;

const USER_AGENT = `Assay/${VERSION}`;
const MESSAGE_BATCH_SIZE = 64;
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** Of a delivery, its event and its hook as they stand now. */
export const MESSAGE = `
  deliveries.body, deliveries.hook::text, events.type, events.snapshot::text, hooks.url, hooks.secret,
  hooks.previous_secret as "previousSecret", hooks.previous_secret_until as "previousSecretUntil",
  hooks.switched_off_at is not null as "isStopped",
  (select suspended_at is not null from producers where producers.id = hooks.producer_id) as "isSuspended"`;

const READ = `
  select deliveries.id, deliveries.hook_id as "hookId", ${MESSAGE}
  from deliveries join events on events.id = deliveries.event_id join hooks on hooks.id = deliveries.hook_id
  where deliveries.id = any($1::uuid[])`;

/**
 * What a delivery is to say, and to whom, as its hook stands now. What the body tells stays text for as long as it waits:
 * objects by the hundred would be moved about in the memory meanwhile.
 */
export interface Message extends SealedSecrets {
  id: string;
  type: EventName;
  snapshot: string;
  hook: string;
  body: string | null;
  url: string;
  isStopped: boolean;
  /** Whether its producer is: then nothing is sent, and what waits is kept waiting. */
  isSuspended: boolean;
}

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

const told = ({ type, snapshot, hook }: Message): ToldEvent => ({
  type,
  snapshot: JSON.parse(snapshot),
  hook: JSON.parse(hook),
});

/** The bytes of a message: those of the first try that failed, where there was one. */
export const bytesOf = (message: Message): string => message.body ?? bodyOf(told(message));

/** What goes with them. */
export const headersOf = (message: Message, body: string, at: Date): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": USER_AGENT,
  ...signedHeaders(message, { id: message.id, body, at }),
});
