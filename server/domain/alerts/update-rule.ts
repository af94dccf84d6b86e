import { eq } from "drizzle-orm";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { changesBetween } from "@/server/domain/history/changes";
import { refuseStale, versionOf } from "@/server/domain/shared/version";
import { ownedRule, refuseForeignGroup } from "./read-rule";
import type { NewAlertRule } from "./schema";
import { setWatching } from "./watch";

type RuleSettings = Pick<AlertRule, "name" | "condition" | "coolDownHours">;

/** The version of a rule's settings, by which a stale save is refused. */
export const versionOfRule = ({ name, condition, coolDownHours }: RuleSettings): string =>
  versionOf(name, condition, coolDownHours);

const settingsOf = ({ name, condition, coolDownHours }: RuleSettings) => ({
  name,
  coolDownHours,
  ...condition,
});

/**
 * Changes a rule's settings; time before now is not evaluated again.
 * @throws 400 for another kind, 404 if the caller has no such rule
 * @throws {StaleVersion} if `seen` is given and no longer the rule's version
 */
export const updateRule = (
  ctx: Ctx,
  id: string,
  { name, condition, coolDownHours, mailsMe }: NewAlertRule,
  seen?: string,
): Promise<AlertRule> =>
  inTransaction(ctx, async (ctx) => {
    const rule = await ownedRule(ctx, id);
    if (condition.kind !== rule.condition.kind)
      throw invalid("kind-of-alert-rule", `Alert rule ${id} stays of the kind ${rule.condition.kind}.`);
    refuseStale(seen, versionOfRule(rule));
    await refuseForeignGroup(ctx, condition);
    await setWatching(ctx, rule, mailsMe);
    const changes = changesBetween(settingsOf(rule), settingsOf({ name, condition, coolDownHours }));
    if (changes.length === 0) return rule;
    const now = new Date();
    const changed = only(
      await ctx.db
        .update(alertRules)
        .set({ name, condition, coolDownHours, evaluatedUntil: now, updatedAt: now })
        .where(eq(alertRules.id, rule.id))
        .returning(),
    );
    await recordAuditEvent(ctx, "alertRuleChanged", {
      producerId: rule.producerId,
      id: rule.id,
      name,
      changes,
    });
    return changed;
  });
