import { and, asc, eq, gte, isNull, lt, notInArray } from "drizzle-orm";
import { alertMails } from "@/db/schema/alert-mails";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { alerts } from "@/db/schema/alerts";
import { ANONYMOUS } from "@/server/auth/caller";
import { type Ctx, inTransaction } from "@/server/ctx";
import { newId } from "@/server/platform/ids";
import { log } from "@/server/platform/log";
import { canMail } from "@/server/platform/mail";
import { type Firing, firings, floorTo, type Span, windowStart } from "./firings";
import { readHistory } from "./history";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./judge";

/** What was recorded in a minute is there by then. */
const SETTLED_AFTER_MS = 3_000;
/** What happened while nothing judged is caught up with, as far back as that. */
const CAUGHT_UP_DAYS = 2;

/** One rule that has minutes to be judged, for whoever has it first. */
async function claimRule(ctx: Ctx, until: Date, failed: string[]): Promise<AlertRule | undefined> {
  const [rule] = await ctx.db
    .select()
    .from(alertRules)
    .where(
      and(
        alertRules.isOn,
        isNull(alertRules.deletedAt),
        lt(alertRules.judgedUntil, until),
        notInArray(alertRules.id, failed),
      ),
    )
    .orderBy(asc(alertRules.judgedUntil))
    .limit(1)
    .for("no key update", { skipLocked: true });
  return rule;
}

async function earlierFirings({ db }: Ctx, rule: AlertRule, { after }: Span): Promise<Firing[]> {
  const since = windowStart(rule, floorTo(HOUR_MS, after)) - rule.coolDownHours * HOUR_MS;
  const rows = await db
    .select({ firedAt: alerts.firedAt, evidence: alerts.evidence })
    .from(alerts)
    .where(and(eq(alerts.ruleId, rule.id), gte(alerts.firedAt, new Date(since))))
    .orderBy(asc(alerts.firedAt));
  return rows.map(({ firedAt, evidence }) => ({ at: firedAt.getTime(), evidence }));
}

/** Keeps that a rule has fired, and whom to mail; the mails are sent once that is kept. */
async function raise({ db }: Ctx, rule: AlertRule, { at, evidence }: Firing): Promise<void> {
  const { id: ruleId, producerId, name: ruleName, condition } = rule;
  const alertId = newId();
  await db
    .insert(alerts)
    .values({ id: alertId, producerId, ruleId, ruleName, condition, firedAt: new Date(at), evidence });
  if (!canMail) return;
  const watchers = await db
    .select({ personId: alertWatchers.personId })
    .from(alertWatchers)
    .where(eq(alertWatchers.ruleId, ruleId));
  if (watchers.length === 0) return;
  await db
    .insert(alertMails)
    .values(watchers.map(({ personId }) => ({ alertId, personId, dueAt: new Date() })));
}

/** Raises what a rule would have told of within a span that was over before the rule was made. */
export async function judgePast(ctx: Ctx, rule: AlertRule, span: Span): Promise<number> {
  const history = await readHistory(ctx, rule.producerId, rule, span, { fromRows: true });
  const found = await firings(rule, history, span, []);
  for (const firing of found) await raise(ctx, rule, firing);
  return found.length;
}

async function judgeRule(ctx: Ctx, rule: AlertRule, until: number): Promise<void> {
  const after = Math.max(floorTo(MINUTE_MS, rule.judgedUntil.getTime()), until - CAUGHT_UP_DAYS * DAY_MS);
  const span = { after, until };
  const history = await readHistory(ctx, rule.producerId, rule, span);
  for (const firing of await firings(rule, history, span, await earlierFirings(ctx, rule, span)))
    await raise(ctx, rule, firing);
  await ctx.db
    .update(alertRules)
    .set({ judgedUntil: new Date(until) })
    .where(eq(alertRules.id, rule.id));
}

/** Judges one rule, if there is one to be judged and nobody else is at it; false where there is none. */
const judgeNext = (system: Ctx, until: number, failed: string[]): Promise<boolean> =>
  inTransaction(system, async (ctx) => {
    const rule = await claimRule(ctx, new Date(until), failed);
    if (!rule) return false;
    try {
      await ctx.db.transaction((tx) => judgeRule({ ...ctx, db: tx }, rule, until));
    } catch (err) {
      // The others are not to wait for it; it is judged again the next time.
      log.error({ err, rule: rule.id }, "an alert rule could not be judged");
      failed.push(rule.id);
    }
    return true;
  });

/**
 * Judges each rule that is on, up to the last whole minute. Any number of processes may do so at once: a rule is judged by
 * one of them, and what it found is kept with how far it came.
 */
export async function judgeRules(
  { db, hot }: Pick<Ctx, "db" | "hot">,
  { now = Date.now(), signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const until = floorTo(MINUTE_MS, now - SETTLED_AFTER_MS);
  const system: Ctx = { caller: ANONYMOUS, db, hot, requestId: "alerts" };
  const failed: string[] = [];
  while (!signal?.aborted && (await judgeNext(system, until, failed)));
}
