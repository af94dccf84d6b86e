import type { AlertRule } from "@/db/schema/alert-rules";
import { alerts } from "@/db/schema/alerts";
import type { Ctx } from "@/server/core/ctx";
import { emitAlert } from "@/server/events/emit-alert";
import { newId, timeOfId } from "@/server/platform/ids";
import type { Incident } from "./incidents";
import { noteRecipients } from "./note-recipients";

/** Stores an alert without telling it. Returns its id. */
export async function insertAlert(
  { db }: Ctx,
  { id: ruleId, producerId, name: ruleName, condition }: AlertRule,
  { at, evidence }: Incident,
): Promise<string> {
  const id = newId();
  await db
    .insert(alerts)
    .values({ id, producerId, ruleId, ruleName, condition, openedAt: new Date(at), evidence });
  return id;
}

/** Opens an alert: stores it, its event, and a notice for each recipient, which are sent after the commit. */
export async function openAlert(ctx: Ctx, rule: AlertRule, incident: Incident): Promise<void> {
  const alertId = await insertAlert(ctx, rule, incident);
  await emitAlert(ctx, "alertOpened", { alertId, at: new Date(timeOfId(alertId)) });
  await noteRecipients(ctx, { ruleId: rule.id, producerId: rule.producerId, alertId });
}
