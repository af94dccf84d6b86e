import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";
import { callingPerson } from "./watch";

/** A rule as the members of its producer see it. */
export interface ListedRule
  extends Pick<
    AlertRule,
    "id" | "name" | "condition" | "coolDownHours" | "isOn" | "createdAt" | "updatedAt"
  > {
  /** When it last opened an alert, in milliseconds; null if never. */
  lastOpenedAt: number | null;
  /** Whether the calling person gets an e-mail for each alert. */
  mailsMe: boolean;
}

const { id, name, condition, coolDownHours, isOn, createdAt, updatedAt } = alertRules;

const read = (ctx: Ctx, only?: SQL) =>
  ctx.db
    .select({
      id,
      name,
      condition,
      coolDownHours,
      isOn,
      createdAt,
      updatedAt,
      lastOpenedAt: sql<number | null>`(select extract(epoch from max(alerts.opened_at))::float8 * 1000
        from alerts where alerts.rule_id = alert_rules.id)`,
      mailsMe: sql<boolean>`exists (select from alert_watchers watcher
        where watcher.rule_id = alert_rules.id and watcher.person_id = ${callingPerson(ctx) ?? null}::uuid)`,
    })
    .from(alertRules)
    .where(
      and(eq(alertRules.producerId, callingProducer(ctx).producerId), isNull(alertRules.deletedAt), only),
    )
    .orderBy(desc(createdAt), desc(id));

/** Lists all rules of the caller, newest first; no pages, because there are at most fifty. */
export const listRules = (ctx: Ctx): Promise<ListedRule[]> => read(ctx);

/**
 * One of the caller's rules.
 * @throws 404 for any other
 */
export async function getRule(ctx: Ctx, ruleId: string): Promise<ListedRule> {
  const [rule] = isId(ruleId) ? await read(ctx, eq(id, ruleId)) : [];
  if (!rule) throw notFound("alert-rule-not-found", `There is no alert rule ${ruleId}.`);
  return rule;
}
