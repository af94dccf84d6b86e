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

/** Each is judged every minute. */
export const MAX_RULES = 50;

async function refuseOneTooMany({ db }: Ctx, producerId: string): Promise<void> {
  // Whoever makes another one at the same moment waits, and is counted.
  await db
    .select({ id: producers.id })
    .from(producers)
    .where(eq(producers.id, producerId))
    .for("no key update");
  const there = await db
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(and(eq(alertRules.producerId, producerId), isNull(alertRules.deletedAt)))
    .limit(MAX_RULES);
  if (there.length < MAX_RULES) return;
  throw invalid("too-many-alert-rules", `There are ${MAX_RULES} alert rules already. Delete one first.`);
}

/** Makes a rule, which is judged from now on. 400 beyond 50 of them; 404 or 403 for a group that is not the caller's. */
export const createRule = (
  ctx: Ctx,
  { name, condition, coolDownHours, mailsMe }: NewAlertRule,
): Promise<AlertRule> =>
  inTransaction(ctx, async (ctx) => {
    const { producerId } = callingProducer(ctx);
    await refuseForeignGroup(ctx, condition);
    await refuseOneTooMany(ctx, producerId);
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
