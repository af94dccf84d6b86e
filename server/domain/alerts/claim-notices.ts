import { inArray, sql } from "drizzle-orm";
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
/** Small, because a server that hangs takes seconds, and recipients of a batch are told at the same time. */
const BATCH_SIZE = 10;
/** Due notices that are searched for recipients. */
const MAX_SEARCHED = 1_000;
/** More wait for the next message. */
const MAX_IN_MESSAGE = 200;

const columnOf = (of: Recipient["of"]) => sql.raw(of === "person" ? "person_id" : "channel_id");
const moment = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
const isPending = sql`notice.sent_at is null and notice.given_up_at is null`;

/** Recipients of a kind with due notices, those that wait longest first. */
export async function dueRecipients(
  { db }: Db,
  of: Recipient["of"],
  { now, excluded }: { now: number; excluded: readonly string[] },
): Promise<Recipient[]> {
  const rows = await db.execute<{ id: string; producerId: string }>(sql`
    select id, producer_id as "producerId" from (
      select notice.${columnOf(of)} as id, alert.producer_id, notice.due_at
      from ${alertNotices} notice join ${alerts} alert on alert.id = notice.alert_id
      where ${isPending} and notice.due_at <= ${moment(now)} and notice.${columnOf(of)} is not null
        and alert.producer_id || '/' || notice.${columnOf(of)} <> all(${makePgArray([...excluded])}::text[])
      order by notice.due_at limit ${MAX_SEARCHED}) due
    group by id, producer_id order by min(due_at) limit ${BATCH_SIZE}`);
  return rows.map(({ id, producerId }) => ({ of, id, producerId }));
}

/** SQL for the ids of a recipient's due notices, locked; none that another process has locked. */
const dueOf = ({ of, id, producerId }: Recipient, now: number) => sql`
  select notice.id from ${alertNotices} notice join ${alerts} alert on alert.id = notice.alert_id
  where notice.${columnOf(of)} = ${id} and alert.producer_id = ${producerId}
    and ${isPending} and notice.due_at <= ${moment(now)}
  order by alert.opened_at desc limit ${MAX_IN_MESSAGE} for update of notice skip locked`;

export type Claimed = Pick<AlertNotice, "id" | "alertId" | "attemptsMade">;

/** Claims the due notices of a recipient, unless another process has claimed them: they go into one message. */
export const claimNotices = async ({ db }: Db, recipient: Recipient, now: number): Promise<Claimed[]> => [
  ...(await db.execute<Claimed & Record<string, unknown>>(sql`
    update ${alertNotices} set due_at = ${moment(now + LEASE_MS)}, attempts_made = attempts_made + 1, held_for = null
    where id in (${dueOf(recipient, now)})
    returning id, alert_id as "alertId", attempts_made as "attemptsMade"`)),
];

/** Holds the due notices of a recipient until the end of quiet hours. */
export const holdNotices = ({ db }: Db, recipient: Recipient, now: number, until: number) =>
  db.execute(sql`
    update ${alertNotices} set due_at = ${moment(until)}, held_for = 'quietHours'
    where id in (${dueOf(recipient, now)})`);

/** Ends the due notices of a recipient that can no longer be told: a channel's with the reason, a person's are deleted. */
export const dropNotices = ({ db }: Db, recipient: Recipient, now: number) =>
  recipient.of === "person"
    ? db.execute(sql`delete from ${alertNotices} where id in (${dueOf(recipient, now)})`)
    : db.execute(sql`
        update ${alertNotices} set given_up_at = now(), failure = 'The channel was disabled or deleted.'
        where id in (${dueOf(recipient, now)})`);

/** Stores what became of claimed notices. */
export const saveNotices = (
  { db }: Db,
  claimed: readonly Pick<AlertNotice, "id">[],
  change: Partial<Pick<AlertNotice, "sentAt" | "givenUpAt" | "failure" | "dueAt">>,
) =>
  db
    .update(alertNotices)
    .set(change)
    .where(
      inArray(
        alertNotices.id,
        claimed.map(({ id }) => id),
      ),
    );
