import { and, eq, isNull } from "drizzle-orm";
import { type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { producers } from "@/db/schema/producers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { invalid } from "@/server/core/errors";
import { only } from "@/server/data/only";
import { recordAuditEvent } from "@/server/domain/audit-log/record";
import { newId } from "@/server/platform/ids";
import { refuseForeignGroup } from "./read-rule";
import type { NewAlertRule } from "./schema";
import { setWatching } from "./watch";

/** Per producer: each rule is evaluated every few seconds. */
const MAX_RULES = 50;

/**
 * Locks the producer and counts its rules.
 * @throws 400 where it has fifty
 */
export async function refuseTooManyRules({ db }: Ctx, producerId: string): Promise<void> {
  // The lock makes concurrent creations wait, so that each one counts the others.
  await db
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.id, producerId))
    .for("no key update");
  const existing = await db
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(and(eq(alertRules.producerId, producerId), isNull(alertRules.deletedAt)))
    .limit(MAX_RULES);
  if (existing.length < MAX_RULES) return;
  throw invalid("too-many-alert-rules", `There are ${MAX_RULES} alert rules already. Delete one first.`);
}

/**
 * Creates a rule that is evaluated from now on.
 * @throws 400 beyond 50 rules; 404 or 403 for a group that is not the caller's
 */
export const createRule = (
  ctx: Ctx,
  { name, condition, coolDownHours, mailsMe }: NewAlertRule,
): Promise<AlertRule> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    await refuseForeignGroup(ctx, condition);
    await refuseTooManyRules(ctx, producerId);
    const now = new Date();
    const rule = only(
      await ctx.db
        .insert(alertRules)
        .values({
          id: newId(),
          producerId,
          name,
          condition,
          coolDownHours,
          evaluatedUntil: now,
          createdAt: now,
          updatedAt: now,
        })
        .returning(),
    );
    await setWatching(ctx, rule, mailsMe);
    await recordAuditEvent(ctx, "alertRuleCreated", { producerId, id: rule.id, name });
    return rule;
  });
