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

/** After each failed try; after the last one it is given up, three days later. */
const TRIED_AGAIN_AFTER_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440];
/** Whoever sends and has said nothing by then is taken for gone. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_CHARACTERS = 500;
/** A server that hangs takes 3 s for each. */
const BATCH_SIZE = 10;

interface Claimed {
  alertId: string;
  personId: string;
  attemptsMade: number;
}

type DueMail = Pick<Claimed, "alertId" | "personId">;

const keyOf = ({ alertId, personId }: DueMail) => `${alertId}/${personId}`;

const dueMails = ({ db }: Data, now: number, without: readonly string[]): Promise<DueMail[]> =>
  db
    .select({ alertId: alertMails.alertId, personId: alertMails.personId })
    .from(alertMails)
    .where(
      and(
        isNull(alertMails.sentAt),
        isNull(alertMails.givenUpAt),
        lte(alertMails.dueAt, new Date(now)),
        notInArray(sql`${alertMails.alertId} || '/' || ${alertMails.personId}`, [...without]),
      ),
    )
    .orderBy(asc(alertMails.dueAt))
    .limit(BATCH_SIZE);

/** Takes a mail that is due, for whoever has it first. */
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
    returning alert_id as "alertId", person_id as "personId", attempts_made as "triesMade"`);
  return mail;
}

/** What the mail says, and to whom; nothing for who is no member any more, or may not sign in. */
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
  const { producerId, email, locale, ...told } = found;
  const link = `${publicBaseUrl}/p/${producerId}/alerts/${alertId}`;
  return { to: email, ...alertMail(Language.safeParse(locale).data ?? "en", { ...told, link }) };
}

async function sendOne(data: Data, claimed: Claimed, now: number): Promise<void> {
  const { alertId, personId, attemptsMade } = claimed;
  const own = and(eq(alertMails.alertId, alertId), eq(alertMails.personId, personId));
  const keep = (what: Partial<typeof alertMails.$inferInsert>) =>
    data.db.update(alertMails).set(what).where(own);
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
    await keep({ sentAt: new Date(), failure: null });
    return;
  }
  const failure = String(fault.err).slice(0, MAX_CHARACTERS).toWellFormed();
  const minutes = TRIED_AGAIN_AFTER_MINUTES[attemptsMade - 1];
  const isLast = minutes === undefined;
  log.warn({ err: fault.err, alertId, personId, isLast }, "an alert could not be mailed");
  await keep(
    isLast ? { failure, givenUpAt: new Date() } : { failure, dueAt: new Date(now + minutes * MINUTE_MS) },
  );
}

/**
 * Sends the mails of alerts that are due. One that fails is tried again, for three days; then the alert says whom it has not
 * reached. Any number of processes may do so at once; a process that dies while it sends may send twice.
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

/** Sends what is due, once. */
export const sendAlertMails = (
  data: Pick<Run, "db" | "batchClient">,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> => runPass(mailingAlerts(now === undefined ? undefined : () => now), { ...data, signal });
