import { and, asc, eq, isNull, lte, notInArray, sql } from "drizzle-orm";
import { alertMails } from "@/db/schema/alert-mails";
import { alerts } from "@/db/schema/alerts";
import { memberships } from "@/db/schema/memberships";
import { people } from "@/db/schema/people";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { MINUTE_MS } from "@/server/core/time";
import { Language } from "@/server/domain/people/schema";
import { type Loop, type Run, untilEmpty } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { publicBaseUrl } from "@/server/platform/env";
import { log } from "@/server/platform/log";
import { canMail, sendMail } from "@/server/platform/mail";
import { alertMail } from "./alert-mail";

type Data = Pick<Ctx, "db">;

/** The delay after each failed attempt; after the last one, three days later, sending is given up. */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440];
/** A sender that has stored no result by then counts as dead. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_FAILURE_CHARACTERS = 500;
/** Small, because each e-mail takes 3 s if the server hangs. */
const BATCH_SIZE = 10;

interface Claimed {
  alertId: string;
  personId: string;
  attemptsMade: number;
}

type DueMail = Pick<Claimed, "alertId" | "personId">;

const keyOf = ({ alertId, personId }: DueMail) => `${alertId}/${personId}`;

const dueMails = ({ db }: Data, now: number, excluded: readonly string[]): Promise<DueMail[]> =>
  db
    .select({ alertId: alertMails.alertId, personId: alertMails.personId })
    .from(alertMails)
    .where(
      and(
        isNull(alertMails.sentAt),
        isNull(alertMails.givenUpAt),
        lte(alertMails.dueAt, new Date(now)),
        notInArray(sql`${alertMails.alertId} || '/' || ${alertMails.personId}`, [...excluded]),
      ),
    )
    .orderBy(asc(alertMails.dueAt))
    .limit(BATCH_SIZE);

/** Claims a due e-mail, unless another process has claimed it. */
async function claimMail(
  { db }: Data,
  { alertId, personId }: DueMail,
  now: number,
): Promise<Claimed | undefined> {
  const [mail] = await db.execute<Claimed & Record<string, unknown>>(sql`
    update ${alertMails} set due_at = ${new Date(now + LEASE_MS).toISOString()}, attempts_made = attempts_made + 1
    where (alert_id, person_id) in (
      select alert_id, person_id from ${alertMails}
      where alert_id = ${alertId} and person_id = ${personId}
        and sent_at is null and given_up_at is null and due_at <= ${new Date(now).toISOString()}
      for update skip locked)
    returning alert_id as "alertId", person_id as "personId", attempts_made as "attemptsMade"`);
  return mail;
}

/** The recipient and text of an e-mail; undefined if the person is no longer a member or is disabled. */
async function contentOf({ db }: Data, { alertId, personId }: Claimed) {
  const [found] = await db
    .select({
      producerId: alerts.producerId,
      email: people.email,
      locale: people.locale,
      producerName: producers.name,
      ruleName: alerts.ruleName,
      condition: alerts.condition,
      evidence: alerts.evidence,
      openedAt: alerts.openedAt,
    })
    .from(alerts)
    .innerJoin(producers, eq(producers.id, alerts.producerId))
    .innerJoin(memberships, eq(memberships.producerId, alerts.producerId))
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(and(eq(alerts.id, alertId), eq(people.id, personId), isNull(people.disabledAt)));
  if (!found) return undefined;
  const { producerId, email, locale, ...alert } = found;
  const link = `${publicBaseUrl}/p/${producerId}/alerts/${alertId}`;
  return { to: email, ...alertMail(Language.safeParse(locale).data ?? "en", { ...alert, link }) };
}

async function sendOne(data: Data, claimed: Claimed, now: number): Promise<void> {
  const { alertId, personId, attemptsMade } = claimed;
  const own = and(eq(alertMails.alertId, alertId), eq(alertMails.personId, personId));
  const save = (change: Partial<typeof alertMails.$inferInsert>) =>
    data.db.update(alertMails).set(change).where(own);
  const mail = await contentOf(data, claimed);
  if (!mail) {
    await data.db.delete(alertMails).where(own);
    return;
  }
  const fault = await sendMail(mail).then(
    () => undefined,
    (err: unknown) => ({ err }),
  );
  if (!fault) {
    await save({ sentAt: new Date(), failure: null });
    return;
  }
  const failure = String(fault.err).slice(0, MAX_FAILURE_CHARACTERS).toWellFormed();
  const minutes = RETRY_DELAYS_MINUTES[attemptsMade - 1];
  const isLast = minutes === undefined;
  log.warn({ err: fault.err, alertId, personId, isLast }, "alert e-mail could not be sent");
  await save(
    isLast ? { failure, givenUpAt: new Date() } : { failure, dueAt: new Date(now + minutes * MINUTE_MS) },
  );
}

/**
 * Sends the due e-mails of alerts. A failed one is retried for three days; then the alert lists its recipient as not reached.
 * Any number of processes may run it; after a process dies while sending, the e-mail may be sent twice.
 */
export const mailingAlerts = (clock = Date.now): Loop<DueMail> => ({
  name: "mailingAlerts",
  intervalMs: MINUTE_MS,
  timeoutMs: LEASE_MS,
  keyOf,
  async *batches(run) {
    if (!canMail) return;
    const listed = [...run.aside];
    for await (const mails of untilEmpty(run, () => dueMails(run, clock(), listed))) {
      listed.push(...mails.map(keyOf));
      yield mails;
    }
  },
  async work(run, mails) {
    const now = clock();
    for (const mail of mails) {
      const claimed = await claimMail(run, mail, now);
      if (claimed) await sendOne(run, claimed, now);
    }
  },
});

/** Runs one pass over the due e-mails. Returns how many were handled. */
export const sendAlertMails = (
  data: Pick<Run, "db" | "batchClient">,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> => runPass(mailingAlerts(now === undefined ? undefined : () => now), { ...data, signal });
