import { type SQL, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { type AlertNotice, alertNotices } from "@/db/schema/alert-notices";
import { alerts } from "@/db/schema/alerts";
import type { Ctx } from "@/server/core/ctx";
import { MINUTE_MS } from "@/server/core/time";

type Db = Pick<Ctx, "db">;

/** A person as a member of a producer, or a channel of it. */
export interface Recipient {
  of: "person" | "channel";
  id: string;
  producerId: string;
}

export const keyOfRecipient = ({ id, producerId }: Recipient) => `${producerId}/${id}`;

/** A sender that has stored no result by then counts as dead. */
export const LEASE_MS = 2 * MINUTE_MS;
/** Due notices that are searched for recipients, among those of a first attempt and among the others. */
const MAX_SEARCHED = 1_000;
/** Recipients of one producer in a batch, so that those of others receive theirs at the same time. */
const MAX_OF_PRODUCER = 10;
/** More wait for the next message. */
const MAX_IN_MESSAGE = 200;

export const columnOf = (of: Recipient["of"]) => sql.raw(of === "person" ? "person_id" : "channel_id");
export const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
export const isPending = sql`notice.sent_at is null and notice.given_up_at is null`;

/**
 * Recipients of a kind with due notices. Those whose last message failed come last, producers take turns, and of one producer
 * there are few: so receivers that hang hold up others for one timeout at most.
 */
export async function dueRecipients(
  { db }: Db,
  of: Recipient["of"],
  { now, excluded, limit }: { now: number; excluded: readonly string[]; limit: number },
): Promise<Recipient[]> {
  const id = sql`notice.${columnOf(of)}`;
  const oldest = (tried: SQL) => sql`(
    select ${id} as id, alert.producer_id, notice.due_at
    from ${alertNotices} notice join ${alerts} alert on alert.id = notice.alert_id
    where ${isPending} and notice.due_at <= ${moment(now)} and ${id} is not null and ${tried}
      and alert.producer_id || '/' || ${id} <> all(${makePgArray([...excluded])}::text[])
    order by notice.due_at limit ${MAX_SEARCHED})`;
  const rows = await db.execute<{ id: string; producerId: string }>(sql`
    with due as (
      select id, producer_id, min(due_at) as due_at
      from (${oldest(sql`notice.failure is null`)} union all ${oldest(sql`notice.failure is not null`)}) each
      group by id, producer_id
    ), judged as (
      select *, exists (
        select from ${alertNotices} notice join ${alerts} alert on alert.id = notice.alert_id
        where ${id} = due.id and alert.producer_id = due.producer_id and ${isPending} and notice.failure is not null) as fails
      from due
    ), placed as (
      select *, row_number() over (partition by producer_id order by fails, due_at, id) as place from judged
    )
    select id, producer_id as "producerId" from placed where place <= ${MAX_OF_PRODUCER}
    order by fails, place, due_at limit ${limit}`);
  return rows.map(({ id, producerId }) => ({ of, id, producerId }));
}

/** SQL for the ids of a recipient's due notices, locked; none that another process has locked. */
const dueOf = ({ of, id, producerId }: Recipient, now: number) => sql`
  select notice.id from ${alertNotices} notice join ${alerts} alert on alert.id = notice.alert_id
  where notice.${columnOf(of)} = ${id} and alert.producer_id = ${producerId}
    and ${isPending} and notice.due_at <= ${moment(now)}
  order by alert.opened_at desc limit ${MAX_IN_MESSAGE} for update of notice skip locked`;

export type Claimed = Pick<AlertNotice, "id" | "alertId">;

/** Claims the due notices of a recipient, unless another process has claimed them: they go into one message. */
export const claimNotices = async ({ db }: Db, recipient: Recipient, now: number): Promise<Claimed[]> => [
  ...(await db.execute<Claimed & Record<string, unknown>>(sql`
    update ${alertNotices} set due_at = ${moment(now + LEASE_MS)}, attempts_made = attempts_made + 1, held_for = null,
      first_tried_at = coalesce(first_tried_at, ${moment(now)})
    where id in (${dueOf(recipient, now)})
    returning id, alert_id as "alertId"`)),
];

/** Holds the due notices of a recipient until the end of quiet hours. */
export const holdNotices = ({ db }: Db, recipient: Recipient, now: number, until: number) =>
  db.execute(sql`
    update ${alertNotices} set due_at = ${moment(until)}, held_for = 'quietHours'
    where id in (${dueOf(recipient, now)})`);

/** Ends the due notices of a recipient that no longer receives any: a channel's with the reason, a person's are deleted. */
export const dropNotices = ({ db }: Db, recipient: Recipient, now: number) =>
  recipient.of === "person"
    ? db.execute(sql`delete from ${alertNotices} where id in (${dueOf(recipient, now)})`)
    : db.execute(sql`
        update ${alertNotices} set given_up_at = now(), failure = 'The channel was disabled or deleted.'
        where id in (${dueOf(recipient, now)})`);
