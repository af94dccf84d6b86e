import { and, eq, isNull } from "drizzle-orm";
import { type AlertCondition, type AlertRule, alertRules } from "@/db/schema/alert-rules";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { ownedGroup } from "@/server/domain/groups/read";
import { isId } from "@/server/platform/ids";

/**
 * One of the caller's rules; locked if the context is in a transaction.
 * @throws 404 for any other
 */
export async function ownedRule(ctx: Ctx, id: string): Promise<AlertRule> {
  const { producerId } = callingProducer(ctx);
  const own = and(eq(alertRules.id, id), eq(alertRules.producerId, producerId), isNull(alertRules.deletedAt));
  const query = ctx.db.select().from(alertRules).where(own);
  const [rule] = isId(id) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!rule) throw notFound("alert-rule-not-found", `There is no alert rule ${id}.`);
  return rule;
}

/**
 * Checks that the group of a condition is the caller's.
 * @throws 404 or 403 if it is not
 */
export async function refuseForeignGroup(ctx: Ctx, condition: AlertCondition): Promise<void> {
  if (condition.kind === "fakeRate" && condition.of && "group" in condition.of)
    await ownedGroup(ctx, condition.of.group);
}
