import { and, desc, eq, isNull } from "drizzle-orm";
import { alertNotes } from "@/db/schema/alert-notes";
import { alertRules } from "@/db/schema/alert-rules";
import { type Alert, alerts } from "@/db/schema/alerts";
import { type Ctx, callingProducer, isInTransaction } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";
import { whereOf } from "./list";
import { MAX_NOTES, STEPS } from "./schema";
import { toldOf } from "./told-of";

/**
 * One of the caller's alerts; locked if the context is in a transaction.
 * @throws 404 for any other
 */
export async function ownedAlert(ctx: Ctx, id: string): Promise<Alert> {
  const { producerId } = callingProducer(ctx);
  const query = ctx.db
    .select()
    .from(alerts)
    .where(and(eq(alerts.id, id), eq(alerts.producerId, producerId)));
  const [alert] = isId(id) ? await (isInTransaction(ctx) ? query.for("no key update") : query) : [];
  if (!alert) throw notFound("alert-not-found", `There is no alert ${id}.`);
  return alert;
}

/**
 * Reads an alert with its notes, oldest first, and who was told of it.
 * @throws 404 for any other
 */
export async function getAlert(ctx: Ctx, id: string) {
  const alert = await ownedAlert(ctx, id);
  const { producerId: _, ...shown } = alert;
  const [notes, told, rules, named] = await Promise.all([
    ctx.db
      .select({
        id: alertNotes.id,
        at: alertNotes.at,
        by: alertNotes.actorName,
        state: alertNotes.state,
        text: alertNotes.text,
      })
      .from(alertNotes)
      .where(eq(alertNotes.alertId, alert.id))
      .orderBy(desc(alertNotes.id))
      .limit(MAX_NOTES + STEPS.length),
    toldOf(ctx, alert.id),
    ctx.db
      .select({ id: alertRules.id })
      .from(alertRules)
      .where(and(eq(alertRules.id, alert.ruleId), isNull(alertRules.deletedAt))),
    ctx.db.select(whereOf).from(alerts).where(eq(alerts.id, alert.id)),
  ]);
  return {
    ...shown,
    ...(named[0] ?? { groupTitle: null, mostIn: null }),
    notes: notes.reverse(),
    told,
    hasRule: rules.length > 0,
  };
}
