import { eq } from "drizzle-orm";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedRule } from "./read-rule";

/**
 * Switches a rule on or off. Time spent off is not evaluated later.
 * @throws 404 if the caller has no such rule
 */
export const switchRule = (ctx: Ctx, id: string, isOn: boolean): Promise<AlertRule> =>
  inTransaction(ctx, async (ctx) => {
    const rule = await ownedRule(ctx, id);
    if (rule.isOn === isOn) return rule;
    const now = new Date();
    const switched = only(
      await ctx.db
        .update(alertRules)
        .set({ isOn, evaluatedUntil: now, updatedAt: now })
        .where(eq(alertRules.id, rule.id))
        .returning(),
    );
    const { producerId, name } = rule;
    await recordAuditEvent(ctx, isOn ? "alertRuleSwitchedOn" : "alertRuleSwitchedOff", {
      producerId,
      id,
      name,
    });
    return switched;
  });
