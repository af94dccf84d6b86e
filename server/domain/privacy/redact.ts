import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { attempts } from "@/db/schema/attempts";
import { contents } from "@/db/schema/contents";
import { deliveries } from "@/db/schema/deliveries";
import { events } from "@/db/schema/events";
import { pendingEvents } from "@/db/schema/pending-events";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";

const idsIn = (ids: readonly string[]) => sql`any(${makePgArray([...ids])}::uuid[])`;

type Changed = { id: string; producerId: string }[];

/**
 * Forgets what was frozen of events before they were changed: bytes that failed to be sent, and answers that may repeat
 * them. Whoever writes down a try is waited for, and afterwards sees that it is to keep neither; whoever makes deliveries
 * of the events is waited for, too, or makes them of what they tell now.
 */
async function forgetFrozen({ db }: Pick<Ctx, "db">, changed: Changed): Promise<void> {
  if (changed.length === 0) return;
  const ids = idsIn(changed.map(({ id }) => id));
  await db.execute(sql`
    select from ${pendingEvents} where producer_id = ${idsIn(changed.map(({ producerId }) => producerId))}
      and event_id = ${ids} order by producer_id, event_id for update`);
  const frozen = await db.execute<{ id: string }>(sql`
    select id from ${deliveries} where event_id = ${ids} order by id for update`);
  if (frozen.length === 0) return;
  const ofThem = idsIn(frozen.map(({ id }) => id));
  await db.execute(sql`update ${deliveries} set body = null, redacted = true where id = ${ofThem}`);
  await db.execute(
    sql`update ${attempts} set answer = null where delivery_id = ${ofThem} and answer is not null`,
  );
}

/**
 * Makes the events of scans tell them as they stand now, in the caller's transaction: to people who look, and to hooks
 * that are still to be told.
 */
export async function retellScans(ctx: Pick<Ctx, "db">, scanIds: readonly string[]): Promise<void> {
  if (scanIds.length === 0) return;
  const changed: Changed = await ctx.db.execute<Changed[number]>(sql`
    update ${events} set snapshot = jsonb_set(${events.snapshot}, '{scan}', to_jsonb(${scans}))
    from ${scans} where ${scans.id} = ${idsIn(scanIds)}
      and ${events.producerId} = ${scans.producerId} and ${events.createdAt} = ${scans.timestamp}
      and ${events.snapshot} #>> '{scan,id}' = ${scans.id}::text
    returning ${events.id}, ${events.producerId} as "producerId"`);
  await forgetFrozen(ctx, changed);
}

/** Takes back, in the caller's transaction, what scanners called the images of scans: from rows and from events. */
export async function unnameImages(ctx: Pick<Ctx, "db">, scanIds: readonly string[]): Promise<void> {
  if (scanIds.length === 0) return;
  await ctx.db.execute(sql`
    update ${contents} set name = null, description = null where scan_id = ${idsIn(scanIds)}
      and num_nonnulls(name, description) > 0`);
  const changed: Changed = await ctx.db.execute<Changed[number]>(sql`
    update ${events}
    set snapshot = jsonb_set(snapshot, '{content}', snapshot -> 'content' || '{"name": null, "description": null}')
    where type in ('contentCreated', 'contentDeleted')
      and snapshot #>> '{content,scan_id}' = any(${makePgArray([...scanIds])}::text[])
    returning id, producer_id as "producerId"`);
  await forgetFrozen(ctx, changed);
}
