import { and, eq } from "drizzle-orm";
import { type Alert, alerts } from "@/db/schema/alerts";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import type { AlertFilter } from "./schema";

/** An alert as the inbox shows it. */
export type ListedAlert = Omit<Alert, "producerId">;

const { id, ruleId, ruleName, condition, openedAt, evidence, state } = alerts;

/** Lists the alerts of the caller, newest first; each filter has an index of its own. */
export function listAlerts(ctx: Ctx, filter: AlertFilter, page: KeysetPage): Promise<Listed<ListedAlert>> {
  const own = eq(alerts.producerId, callingProducer(ctx).producerId);
  return readKeyset<ListedAlert>(ctx, page, (ctx) => ({
    time: openedAt,
    id,
    lead: filter.state && { column: state, value: filter.state },
    keyOf: (alert) => ({ at: alert.openedAt, id: alert.id }),
    read: (range, order, limit) =>
      ctx.db
        .select({ id, ruleId, ruleName, condition, openedAt, evidence, state })
        .from(alerts)
        .where(and(own, range))
        .orderBy(...order)
        .limit(limit),
  }));
}
