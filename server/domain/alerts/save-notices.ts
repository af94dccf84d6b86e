import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { alertNotices } from "@/db/schema/alert-notices";
import { alerts } from "@/db/schema/alerts";
import type { Ctx } from "@/server/core/ctx";
import { DAY_MS } from "@/server/core/time";
import { type Claimed, columnOf, isPending, LEASE_MS, moment, type Recipient } from "./claim-notices";

type Db = Pick<Ctx, "db">;

/** The delay after each consecutive failure of a recipient; the last one repeats. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 180, 360];
/** A failure this long after the first attempt of a notice is its last one. */
const TRIED_FOR_MS = 3 * DAY_MS;
const MAX_FAILURE_CHARACTERS = 500;

const idsOf = (claimed: readonly Claimed[]) => sql`${makePgArray(claimed.map(({ id }) => id))}::uuid[]`;

/** Notices of a recipient of which an attempt has failed. */
const failedOf = ({ of, id, producerId }: Recipient) => sql`
  from ${alertNotices} notice join ${alerts} alert on alert.id = notice.alert_id
  where notice.${columnOf(of)} = ${id} and alert.producer_id = ${producerId} and ${isPending}
    and notice.failure is not null and notice.held_for is null`;

/** None that is under the lease of a sender, which may have begun a little later than this one. */
const waits = (now: number) => sql`notice.due_at > ${moment(now + 2 * LEASE_MS)}`;

/** Stores that claimed notices were sent. What waits after earlier failures of the recipient becomes due. */
export async function saveSent({ db }: Db, recipient: Recipient, claimed: readonly Claimed[], now: number) {
  await db.execute(sql`
    with sent as (
      update ${alertNotices} set sent_at = now(), failure = null where id = any(${idsOf(claimed)})
    )
    update ${alertNotices} set due_at = ${moment(now)}
    where id in (select notice.id ${failedOf(recipient)} and ${waits(now)}) and id <> all(${idsOf(claimed)})`);
}

/**
 * Stores that claimed notices were not sent. Each ends by its own age. The others are repeated with those that wait already,
 * after a delay by the attempts of the notice that the recipient has failed to get for longest.
 */
export async function saveFailure(
  { db }: Db,
  recipient: Recipient,
  claimed: readonly Claimed[],
  { reason, now }: { reason: string; now: number },
) {
  const failure = reason.slice(0, MAX_FAILURE_CHARACTERS).toWellFormed();
  const delays = sql`${makePgArray(RETRY_DELAYS_MINUTES)}::int[]`;
  await db.execute(sql`
    with waiting as (
      select max(notice.attempts_made) as attempts, min(notice.due_at) filter (where ${waits(now)}) as due_at ${failedOf(recipient)}
    ), tried as (
      select max(attempts_made) as attempts from ${alertNotices} where id = any(${idsOf(claimed)})
    ), next as (
      select least(waiting.due_at, ${moment(now)} + make_interval(mins => (${delays})[
        least(greatest(tried.attempts, waiting.attempts), ${RETRY_DELAYS_MINUTES.length})])) as due_at
      from waiting cross join tried
    )
    update ${alertNotices} set failure = ${failure},
      given_up_at = case when first_tried_at <= ${moment(now - TRIED_FOR_MS)} then now() end,
      due_at = case when first_tried_at <= ${moment(now - TRIED_FOR_MS)} then alert_mails.due_at else next.due_at end
    from next where id = any(${idsOf(claimed)})`);
}
