import { eq } from "drizzle-orm";
import { alertChannelRules } from "@/db/schema/alert-channels";
import { alertRules } from "@/db/schema/alert-rules";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { type Ctx, inTransaction } from "@/server/core/ctx";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { ownedRule } from "./read-rule";

/**
 * Deletes a rule; its alerts stay.
 * @throws 404 if the caller has no such rule
 */
export const deleteRule = (ctx: Ctx, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const rule = await ownedRule(ctx, id);
    const now = new Date();
    await ctx.db.update(alertRules).set({ deletedAt: now, updatedAt: now }).where(eq(alertRules.id, rule.id));
    await ctx.db.delete(alertChannelRules).where(eq(alertChannelRules.ruleId, rule.id));
    await ctx.db.delete(alertWatchers).where(eq(alertWatchers.ruleId, rule.id));
    await recordAuditEvent(ctx, "alertRuleDeleted", { producerId: rule.producerId, id, name: rule.name });
  });
