import { and, eq } from "drizzle-orm";
import type { AlertRule } from "@/db/schema/alert-rules";
import { alertWatchers } from "@/db/schema/alert-watchers";
import { type Ctx, callingProducer, inTransaction } from "@/server/core/ctx";
import { ownedRule } from "./read-rule";

/** The id of the calling person; undefined for tokens, which get no e-mail. */
export function callingPerson(ctx: Ctx): string | undefined {
  const { actor } = callingProducer(ctx);
  return actor.type === "user" ? actor.id : undefined;
}

/** Sets whether the calling person gets an e-mail for each alert of a rule. */
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

/**
 * Sets the same for a rule by its id.
 * @throws 404 if the caller has no such rule
 */
export const watchRule = (ctx: Ctx, id: string, mailsMe: boolean): Promise<void> =>
  inTransaction(ctx, async (ctx) => setWatching(ctx, await ownedRule(ctx, id), mailsMe));
