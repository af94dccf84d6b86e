import { and, eq } from "drizzle-orm";
import type { AlertRule } from "@/db/schema/alert-rules";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { ownedRule } from "./read-rule";

/** The person who calls, if it is one: tokens get no mail. */
export function callingPerson(ctx: Ctx): string | undefined {
  const { actor } = callingProducer(ctx);
  return actor.type === "user" ? actor.id : undefined;
}

/** Whether the person who calls is mailed when the rule fires. */
export async function setWatching(ctx: Ctx, rule: AlertRule, mailsMe: boolean): Promise<void> {
  const personId = callingPerson(ctx);
  if (personId === undefined) return;
  const { id: ruleId, producerId } = rule;
  if (mailsMe)
    await ctx.db.insert(alertWatchers).values({ ruleId, producerId, personId }).onConflictDoNothing();
  else
    await ctx.db
      .delete(alertWatchers)
      .where(and(eq(alertWatchers.ruleId, ruleId), eq(alertWatchers.personId, personId)));
}

/** The same for a rule by its id. 404 where the caller has none such. */
export const watchRule = (ctx: Ctx, id: string, mailsMe: boolean): Promise<void> =>
  inTransaction(ctx, async (ctx) => setWatching(ctx, await ownedRule(ctx, id), mailsMe));
