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
import { CAUGHT_UP_DAYS } from "./evaluate";
import { readHistory } from "./history";
import { floorTo, type Incident, incidents, type Span, windowStart } from "./incidents";

/** By then, all scans of a minute are committed. */
const SETTLED_AFTER_MS = 3_000;
const BATCH_SIZE = 20;

/** The end of the minutes to evaluate: for rules that count scans and sightings, and for rules on assessments. */
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

/** Rules with minutes to evaluate, the longest unevaluated first. */
const dueRules = (db: Db, { counted, assessed }: Until, excluded: string[]): Promise<{ id: string }[]> =>
  db
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(
      and(
        alertRules.isOn,
        isNull(alertRules.deletedAt),
        lt(
          alertRules.evaluatedUntil,
          sql`case when ${isOfAssessments} then ${at(assessed)} else ${at(counted)} end`,
        ),
        notInArray(alertRules.id, excluded),
      ),
    )
    .orderBy(asc(alertRules.evaluatedUntil))
    .limit(BATCH_SIZE);

async function earlierIncidents({ db }: Ctx, rule: AlertRule, { after }: Span): Promise<Incident[]> {
  const since = windowStart(rule, floorTo(HOUR_MS, after)) - rule.coolDownHours * HOUR_MS;
  const rows = await db
    .select({ openedAt: alerts.openedAt, evidence: alerts.evidence })
    .from(alerts)
    .where(and(eq(alerts.ruleId, rule.id), gte(alerts.openedAt, new Date(since))))
    .orderBy(asc(alerts.openedAt));
  return rows.map(({ openedAt, evidence }) => ({ at: openedAt.getTime(), evidence }));
}

/** Stores an alert and its pending e-mails, which are sent after the commit. */
async function openAlert({ db }: Ctx, rule: AlertRule, { at, evidence }: Incident): Promise<void> {
  const { id: ruleId, producerId, name: ruleName, condition } = rule;
  const alertId = newId();
  await db
    .insert(alerts)
    .values({ id: alertId, producerId, ruleId, ruleName, condition, openedAt: new Date(at), evidence });
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

/** Opens the alerts that a rule would have opened in a span before its creation. Returns how many. */
export async function evaluatePast(ctx: Ctx, rule: AlertRule, span: Span): Promise<number> {
  const history = await readHistory(ctx, rule.producerId, rule, span, { fromRows: true });
  const found = await incidents(rule, history, span, []);
  for (const incident of found) await openAlert(ctx, rule, incident);
  return found.length;
}

async function evaluateRule(ctx: Ctx, rule: AlertRule, until: number): Promise<void> {
  const after = Math.max(floorTo(MINUTE_MS, rule.evaluatedUntil.getTime()), until - CAUGHT_UP_DAYS * DAY_MS);
  const span = { after, until };
  const history = await readHistory(ctx, rule.producerId, rule, span);
  for (const incident of await incidents(rule, history, span, await earlierIncidents(ctx, rule, span)))
    await openAlert(ctx, rule, incident);
  await ctx.db
    .update(alertRules)
    .set({ evaluatedUntil: new Date(until) })
    .where(eq(alertRules.id, rule.id));
}

/** Evaluates a rule, unless another process is evaluating it or has done so. */
const evaluateOne = (system: Ctx, { id, until }: DueRule): Promise<void> =>
  inTransaction(system, async (ctx) => {
    const [rule] = await ctx.db
      .select()
      .from(alertRules)
      .where(and(eq(alertRules.id, id), alertRules.isOn, isNull(alertRules.deletedAt)))
      .for("no key update", { skipLocked: true });
    if (!rule) return;
    const end = untilOf(rule, until);
    if (rule.evaluatedUntil.getTime() < end) await evaluateRule(ctx, rule, end);
  });

/**
 * Evaluates each rule that is on, up to the last whole minute that is committed or, for rules on assessments, assessed. Any
 * number of processes may run it: one of them evaluates a rule, and its alerts commit together with its progress.
 */
export const evaluatingRules = (clock = Date.now): Loop<DueRule> => ({
  name: "evaluatingRules",
  intervalMs: MINUTE_MS,
  timeoutMs: 60_000,
  keyOf: ({ id }) => id,
  async *batches(run) {
    const counted = floorTo(MINUTE_MS, clock() - SETTLED_AFTER_MS);
    const assessed = Math.min(counted, floorTo(MINUTE_MS, await assessedUntil(run.db)));
    const until = { counted, assessed };
    // Lists each rule once: another process may have locked it, and it would stay due.
    const listed: string[] = [...run.aside];
    for await (const rules of untilEmpty(run, () => dueRules(run.db, until, listed))) {
      listed.push(...rules.map(({ id }) => id));
      yield rules.map(({ id }) => ({ id, until }));
    }
  },
  async work({ db, batchClient }, rules) {
    const system = systemCtx({ db, batchClient }, "alerts");
    for (const rule of rules) await evaluateOne(system, rule);
  },
});

/** Runs one pass over the due rules. Returns how many were evaluated. */
export const evaluateRules = (
  data: Pick<Run, "db" | "batchClient">,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> =>
  runPass(evaluatingRules(now === undefined ? undefined : () => now), { ...data, signal });
