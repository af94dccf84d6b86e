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
 * Deletes copies of events from before a change: bodies of failed deliveries, and receivers' answers that may repeat them.
 * The locks wait for attempts and deliveries being written. Attempts recorded later see `redacted` and keep neither body nor
 * answer; deliveries created later use the changed events.
 */
async function deleteCopies({ db }: Pick<Ctx, "db">, changed: Changed): Promise<void> {
  if (changed.length === 0) return;
  const ids = idsIn(changed.map(({ id }) => id));
  await db.execute(sql`
    select from ${pendingEvents} where producer_id = ${idsIn(changed.map(({ producerId }) => producerId))}
      and event_id = ${ids} order by producer_id, event_id for update`);
  const found = await db.execute<{ id: string }>(sql`
    select id from ${deliveries} where event_id = ${ids} order by id for update`);
  if (found.length === 0) return;
  const deliveryIds = idsIn(found.map(({ id }) => id));
  await db.execute(sql`update ${deliveries} set body = null, redacted = true where id = ${deliveryIds}`);
  await db.execute(
    sql`update ${attempts} set answer = null where delivery_id = ${deliveryIds} and answer is not null`,
  );
}

/**
 * Rewrites the snapshots of scans' events from the scans' rows, in the caller's transaction. Lists of events and pending
 * deliveries then show the current values.
 */
export async function retellScans(ctx: Pick<Ctx, "db">, scanIds: readonly string[]): Promise<void> {
  if (scanIds.length === 0) return;
  const changed: Changed = await ctx.db.execute<Changed[number]>(sql`
    update ${events} set snapshot = jsonb_set(${events.snapshot}, '{scan}', to_jsonb(${scans}))
    from ${scans} where ${scans.id} = ${idsIn(scanIds)}
      and ${events.producerId} = ${scans.producerId} and ${events.createdAt} = ${scans.timestamp}
      and ${events.snapshot} #>> '{scan,id}' = ${scans.id}::text
    returning ${events.id}, ${events.producerId} as "producerId"`);
  await deleteCopies(ctx, changed);
}

/** Deletes the names and descriptions of scans' images from rows and events, in the caller's transaction. */
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
  await deleteCopies(ctx, changed);
}
