import { and, asc, eq, gte, isNull } from "drizzle-orm";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import { type Ctx, inTransaction, systemCtx } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { assessedUntil } from "@/server/domain/assessments/progress";
import type { Loop, Run } from "@/server/loops/loop";
import { runPass } from "@/server/loops/pass";
import { dueRules, MAX_LISTED, type Until, untilOf } from "./due-rules";
import { CAUGHT_UP_DAYS } from "./evaluate";
import { readHistory } from "./history";
import { floorTo, type Incident, incidents, type Span, STEP_MS, windowStart } from "./incidents";
import { insertAlert, openAlert } from "./open";

/** By then, all scans of a step are committed. */
const SETTLED_AFTER_MS = 3_000;
const BATCH_SIZE = 20;

interface DueRule {
  id: string;
  until: Until;
}

async function earlierIncidents({ db }: Ctx, rule: AlertRule, { after }: Span): Promise<Incident[]> {
  // A country appears for a whole day, and its alert keeps it silent as long as the window touches that day.
  const reach = Math.max(rule.coolDownHours * HOUR_MS, DAY_MS);
  const since = windowStart(rule, floorTo(HOUR_MS, after)) - reach;
  const rows = await db
    .select({ openedAt: alerts.openedAt, evidence: alerts.evidence })
    .from(alerts)
    .where(and(eq(alerts.ruleId, rule.id), gte(alerts.openedAt, new Date(since))))
    .orderBy(asc(alerts.openedAt));
  return rows.map(({ openedAt, evidence }) => ({ at: openedAt.getTime(), evidence }));
}

/** Opens the alerts that a rule would have opened in a span before its creation. Returns how many. */
export async function evaluatePast(ctx: Ctx, rule: AlertRule, span: Span): Promise<number> {
  const history = await readHistory(ctx, rule.producerId, rule, span, { fromRows: true });
  const found = await incidents(rule, history, span, []);
  for (const incident of found) await insertAlert(ctx, rule, incident);
  return found.length;
}

async function evaluateRule(ctx: Ctx, rule: AlertRule, until: number): Promise<void> {
  const after = Math.max(floorTo(STEP_MS, rule.evaluatedUntil.getTime()), until - CAUGHT_UP_DAYS * DAY_MS);
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
 * Evaluates rules whose result can have changed, up to the last step that is committed or, for rules on assessments, assessed.
 * Any number of processes may run it: one of them evaluates a rule, and its alerts commit together with its progress.
 */
export function evaluatingRules(clock = Date.now): Loop<DueRule> {
  let isMore = false;
  return {
    name: "evaluatingRules",
    intervalMs: 5_000,
    idleIntervalMs: MINUTE_MS,
    timeoutMs: 60_000,
    keyOf: ({ id }) => id,
    continues: () => isMore,
    async *batches(run) {
      isMore = false;
      const counted = floorTo(STEP_MS, clock() - SETTLED_AFTER_MS);
      const assessed = Math.min(counted, floorTo(STEP_MS, await assessedUntil(run.db)));
      const until = { counted, assessed };
      // Each rule is listed once: another process may have locked it, and it would stay due.
      const rules = await dueRules(run.db, until, run.aside);
      for (let from = 0; from < rules.length && !run.signal.aborted; from += BATCH_SIZE)
        yield rules.slice(from, from + BATCH_SIZE).map(({ id }) => ({ id, until }));
      isMore = rules.length === MAX_LISTED;
    },
    async work({ db, batchClient }, rules) {
      const system = systemCtx({ db, batchClient }, "alerts");
      for (const rule of rules) await evaluateOne(system, rule);
    },
  };
}

/** Runs one pass over the due rules. Returns how many were evaluated. */
export const evaluateRules = (
  data: Pick<Run, "db" | "batchClient">,
  { now, signal }: { now?: number; signal?: AbortSignal } = {},
): Promise<number> =>
  runPass(evaluatingRules(now === undefined ? undefined : () => now), { ...data, signal });
