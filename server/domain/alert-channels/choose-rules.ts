import { and, eq, inArray, isNull } from "drizzle-orm";
import { alertChannelRules } from "@/db/schema/alert-channels";
import { alertRules } from "@/db/schema/alert-rules";
import type { Ctx } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";

/**
 * Sets the rules whose alerts a channel receives; none are stored where it receives those of all.
 * @throws 404 for a rule that the producer does not have
 */
export async function chooseRules(
  { db }: Ctx,
  { id: channelId, producerId }: { id: string; producerId: string },
  ruleIds: readonly string[] | null,
): Promise<void> {
  const chosen = [...new Set(ruleIds ?? [])];
  await db.delete(alertChannelRules).where(eq(alertChannelRules.channelId, channelId));
  if (chosen.length === 0) return;
  const own = await db
    .select({ id: alertRules.id })
    .from(alertRules)
    .where(
      and(
        eq(alertRules.producerId, producerId),
        isNull(alertRules.deletedAt),
        inArray(alertRules.id, chosen),
      ),
    );
  const known = new Set(own.map(({ id }) => id));
  const missing = chosen.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound("alert-rule-not-found", `There is no alert rule ${missing}.`);
  await db.insert(alertChannelRules).values(chosen.map((ruleId) => ({ channelId, ruleId, producerId })));
}
