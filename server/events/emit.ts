import { type SQL, sql } from "drizzle-orm";
import { contents } from "@/db/schema/contents";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { newId } from "@/server/platform/ids";
import type { EventName } from "./catalogue";

/** What an event is about. Of an item, the group it is in is part of the event without being named. */
interface Subject {
  itemId?: number;
  groupId?: string;
  contentId?: string;
  /** Whose event it is where that is not the caller. */
  producerId?: string;
}

/** A hook as it is frozen: nothing of its secrets. */
export const HOOK_IN_JSON = `jsonb_build_object('id', hook.id, 'events', hook.events, 'events_as_list', hook.events_as_list,
  'url', hook.url, 'data', hook.data, 'executed', hook.executed, 'switched_off_at', hook.switched_off_at,
  'created_at', hook.created_at, 'updated_at', hook.updated_at)`;

/**
 * A row with the hooks of the producer, of the item and of the group that wait for the event, in JSON, null where none does:
 * three questions, each answered by an index of its own, however many hooks there are.
 */
export const waitingHooks = (event: EventName, of: { producerId: SQL; itemId: SQL; groupId: SQL }) => {
  const waits = sql`${hooks.deletedAt} is null and ${hooks.events} && array[${sql.raw(`'${event}'`)}, '*']`;
  // Asked once: without the offset, once where it is looked at and once where it is used.
  return sql`(select (select jsonb_agg(${sql.raw(HOOK_IN_JSON)}) from (
    select * from ${hooks} where ${hooks.producerId} = ${of.producerId} and ${hooks.itemId} is null and ${hooks.groupId} is null and ${waits}
    union all select * from ${hooks} where ${hooks.itemId} = ${of.itemId} and ${waits}
    union all select * from ${hooks} where ${hooks.groupId} = ${of.groupId} and ${waits}) hook) as hooks offset 0)`;
};

/** The producer of an event, as bodies tell it. */
export const producerOf = (id: SQL) =>
  sql`(select jsonb_build_object('id', ${producers.id}, 'name', ${producers.name}) from ${producers} where ${producers.id} = ${id})`;

/** The rows that an event speaks of, as they are now. */
const snapshotOf = ({ itemId, contentId }: Subject, producer: SQL, group: SQL) =>
  contentId === undefined
    ? sql`jsonb_build_object('producer', ${producer},
        'item', (select to_jsonb(${items}) from ${items} where ${items.id} = ${itemId ?? null}),
        'group', (select to_jsonb(${groups}) from ${groups} where ${groups.id} = ${group}))`
    : sql`jsonb_build_object('producer', ${producer},
        'content', (select to_jsonb(${contents}) from ${contents} where ${contents.id} = ${contentId}))`;

/**
 * Announces an event in the caller's transaction: one row with the rows it speaks of, frozen as they are now, where
 * some hook waits for it; each such hook gets a delivery soon. So emit after a change, and before a deletion.
 */
export async function emit(ctx: Ctx, event: EventName, subject: Subject): Promise<void> {
  const producerId = subject.producerId ?? callingProducer(ctx).producerId;
  const item = subject.itemId ?? null;
  const group = subject.groupId
    ? sql`${subject.groupId}`
    : sql`(select ${items.groupId} from ${items} where ${items.id} = ${item})`;
  const producer = producerOf(sql`${producerId}`);
  await ctx.db.execute(sql`
    insert into ${events} (id, type, producer_id, hooks, created_at, snapshot)
    select ${newId()}, ${event}, ${producerId}, waiting.hooks, ${new Date().toISOString()}, ${snapshotOf(subject, producer, group)}
    from ${waitingHooks(event, { producerId: sql`${producerId}`, itemId: sql`${item}`, groupId: sql`${group}` })} waiting
    where waiting.hooks is not null`);
}
