import { type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { events } from "@/db/schema/events";
import { groups } from "@/db/schema/groups";
import { hooks } from "@/db/schema/hooks";
import { items } from "@/db/schema/items";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { newId } from "@/server/platform/ids";
import { traceparentOf } from "@/server/platform/traces";
import { type EventName, isExtension, type SpecifiedEvent } from "./catalogue";

/** The subject of an event. The group of an item is part of the event without being named. */
interface Subject {
  itemId?: number;
  groupId?: string;
  contentId?: string;
  /** The producer of the event, where it is not the caller. */
  producerId?: string;
}

/** SQL for the frozen row of a hook, without its secrets. */
export const HOOK_IN_JSON = `jsonb_build_object('id', hook.id, 'events', hook.events, 'events_as_list', hook.events_as_list,
  'url', hook.url, 'data', hook.data, 'executed', hook.executed, 'switched_off_at', hook.switched_off_at,
  'created_at', hook.created_at, 'updated_at', hook.updated_at)`;

/**
 * SQL for a row with the hooks of the producer, the item and the group that subscribe to the event, as JSON; null without
 * any. Three subqueries, each answered by an index of its own, however many hooks there are.
 */
export const waitingHooks = (event: EventName, of: { producerId: SQL; itemId: SQL; groupId: SQL }) => {
  const names = isExtension(event) ? `'${event}'` : `'${event}', '*'`;
  const waits = sql`${hooks.deletedAt} is null and ${hooks.events} && array[${sql.raw(names)}]`;
  // The offset makes Postgres evaluate the subquery once, instead of once for the condition and once for the value.
  return sql`(select (select jsonb_agg(${sql.raw(HOOK_IN_JSON)}) from (
    select * from ${hooks} where ${hooks.producerId} = ${of.producerId} and ${hooks.itemId} is null and ${hooks.groupId} is null and ${waits}
    union all select * from ${hooks} where ${hooks.itemId} = ${of.itemId} and ${waits}
    union all select * from ${hooks} where ${hooks.groupId} = ${of.groupId} and ${waits}) hook) as hooks offset 0)`;
};

/** SQL for the producer of an event, as bodies show it. */
export const producerOf = (id: SQL) =>
  sql`(select jsonb_build_object('id', ${producers.id}, 'name', ${producers.name}) from ${producers} where ${producers.id} = ${id})`;

/** SQL for the snapshot of an event: its rows as they are now. */
const snapshotOf = (event: SpecifiedEvent) =>
  event.startsWith("content")
    ? sql`jsonb_build_object('producer', ${producerOf(sql`subject.producer_id`)},
        'content', (select to_jsonb(${contents}) from ${contents} where ${contents.id} = subject.content_id))`
    : sql`jsonb_build_object('producer', ${producerOf(sql`subject.producer_id`)},
        'item', (select to_jsonb(${items}) from ${items} where ${items.id} = subject.item_id),
        'group', (select to_jsonb(${groups}) from ${groups} where ${groups.id} = target.group_id))`;

/**
 * Writes an event with a snapshot of its rows for each subject, in the caller's transaction and where a hook subscribes to it.
 * Each such hook gets a delivery soon. Emit after a change and before a deletion, because the snapshot shows the rows as they
 * are now.
 */
export async function emitAll(ctx: Ctx, event: SpecifiedEvent, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return;
  const rows = subjects.map(({ itemId, groupId, contentId, producerId }) => ({
    id: newId(),
    producer_id: producerId ?? callingProducer(ctx).producerId,
    item_id: itemId,
    group_id: groupId,
    content_id: contentId,
  }));
  const waiting = waitingHooks(event, {
    producerId: sql`subject.producer_id`,
    itemId: sql`subject.item_id`,
    groupId: sql`target.group_id`,
  });
  const producerIds = [...new Set(rows.map((row) => row.producer_id))];
  await ctx.db.execute(sql`
    insert into ${events} (id, type, producer_id, hooks, created_at, traceparent, snapshot)
    select subject.id, ${event}, subject.producer_id, waiting.hooks, ${new Date().toISOString()},
      ${traceparentOf(ctx.requestId) ?? null}, ${snapshotOf(event)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as subject(id uuid, producer_id uuid, item_id bigint, group_id uuid, content_id uuid)
      cross join lateral (select coalesce(subject.group_id,
        (select ${items.groupId} from ${items} where ${items.id} = subject.item_id)) as group_id offset 0) as target
      cross join lateral ${waiting} waiting
    where ${haveHooks(producerIds)} and waiting.hooks is not null`);
}

/** Most producers have no hook: this condition ends a statement before it reads a subject. The order walks along an index. */
const haveHooks = (producerIds: string[]) => sql`exists (
  select from unnest(${makePgArray(producerIds)}::uuid[]) as producer(id) cross join lateral (
    select from ${hooks} where ${hooks.producerId} = producer.id and ${hooks.deletedAt} is null
    order by ${hooks.createdAt}, ${hooks.id} limit 1) as first_hook)`;

/** Writes an event of one subject, like `emitAll`. */
export const emit = (ctx: Ctx, event: SpecifiedEvent, subject: Subject): Promise<void> =>
  emitAll(ctx, event, [subject]);
