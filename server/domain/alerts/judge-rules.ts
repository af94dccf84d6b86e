import { and, asc, eq, gte, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { alertMails } from "@/db/schema/alert-mails";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { alerts } from "@/db/schema/alerts";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { assessedUntil } from "@/server/domain/assessments/progress";
import { type Loop, type Run, untilEmpty } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { newId } from "@/server/platform/ids";
import { canMail } from "@/server/platform/mail";
import { type Firing, firings, floorTo, type Span, windowStart } from "./firings";
import { readHistory } from "./history";
import { CAUGHT_UP_DAYS } from "./judge";

/** What was recorded in a minute is there by then. */
const SETTLED_AFTER_MS = 3_000;
const BATCH_SIZE = 20;

/** What can be judged by now: rules that count scans and sightings, and rules that rest on assessments. */
interface Until {
  counted: number;
  assessed: number;
}

interface DueRule {
  id: string;
  until: Until;
}

const isOfAssessments = sql`${alertRules.condition} ->> 'kind' = 'impossibleTravel'`;
const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

const untilOf = ({ condition }: AlertRule, { counted, assessed }: Until) =>
  condition.kind === "impossibleTravel" ? assessed : counted;

/** Rules that have minutes to be judged, the longest unjudged first. */
const dueRules = (db: Db, { counted, assessed }: Until, without: string[]): Promise<{ id: string }[]> =>
  db
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(
      and(
        alertRules.isOn,
        isNull(alertRules.deletedAt),
        lt(
          alertRules.judgedUntil,
          sql`case when ${isOfAssessments} then ${at(assessed)} else ${at(counted)} end`,
        ),
        notInArray(alertRules.id, without),
      ),
    )
    .orderBy(asc(alertRules.judgedUntil))
    .limit(BATCH_SIZE);

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

/** Judges a rule, unless another process is at it or has done it. */
const judgeOne = (system: Ctx, { id, until }: DueRule): Promise<void> =>
  inTransaction(system, async (ctx) => {
    const [rule] = await ctx.db
      .select()
      .from(alertRules)
      .where(and(eq(alertRules.id, id), alertRules.isOn, isNull(alertRules.deletedAt)))
      .for("no key update", { skipLocked: true });
    if (!rule) return;
    const end = untilOf(rule, until);
    if (rule.judgedUntil.getTime() < end) await judgeRule(ctx, rule, end);
  });

/**
 * Judges each rule that is on, up to the last whole minute of which all is counted or, where it rests on assessments, all is
 * assessed. Any number of processes may do so at once: a rule is judged by one of them, and what it found is kept with how far
 * it came.
 */
export const judgingRules = (clock = Date.now): Loop<DueRule> => ({
  name: "judgingRules",
  intervalMs: MINUTE_MS,
  timeoutMs: 60_000,
  keyOf: ({ id }) => id,
  async *batches(run) {
    const counted = floorTo(MINUTE_MS, clock() - SETTLED_AFTER_MS);
    const assessed = Math.min(counted, floorTo(MINUTE_MS, await assessedUntil(run.db)));
    const until = { counted, assessed };
    // Each once: another process may be at one of them.
    const listed: string[] = [...run.aside];
    for await (const rules of untilEmpty(run, () => dueRules(run.db, until, listed))) {
      listed.push(...rules.map(({ id }) => id));
      yield rules.map(({ id }) => ({ id, until }));
    }
  },
  async work({ db, hot }, rules) {
    const system = systemCtx({ db, hot }, "alerts");
    for (const rule of rules) await judgeOne(system, rule);
  },
});

/** Judges what is due, once. */
export const judgeRules = (
  data: Pick<Run, "db" | "hot">,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> => runPass(judgingRules(now === undefined ? undefined : () => now), { ...data, signal });
