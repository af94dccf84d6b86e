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
  /** When it fired last, in milliseconds; nothing where it never has. */
  lastOpenedAt: number | null;
  /** Whether the person who asks is mailed when it fires. */
  mailsMe: boolean;
}

const { id, name, condition, coolDownHours, isOn, createdAt, updatedAt } = alertRules;

const read = (ctx: Ctx, which?: SQL) =>
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
      and(eq(alertRules.producerId, callingProducer(ctx).producerId), isNull(alertRules.deletedAt), which),
    )
    .orderBy(desc(createdAt), desc(id));

/** The rules of the caller, newest first: all of them, since there are at most fifty. */
export const listRules = (ctx: Ctx): Promise<ListedRule[]> => read(ctx);

/** One of them. 404 for any other. */
export async function getRule(ctx: Ctx, ruleId: string): Promise<ListedRule> {
  const [rule] = isId(ruleId) ? await read(ctx, eq(id, ruleId)) : [];
  if (!rule) throw notFound("alert-rule-not-found", `There is no alert rule ${ruleId}.`);
  return rule;
}
