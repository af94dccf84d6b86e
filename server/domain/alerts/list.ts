import { and, eq, sql } from "drizzle-orm";
import { type Alert, alerts } from "@/db/schema/alerts";
import { groups } from "@/db/schema/groups";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import type { AlertFilter } from "./schema";

/** An alert as the inbox shows it. */
export interface ListedAlert extends Omit<Alert, "producerId"> {
  /** The current title of the group to which its rule is limited; null also for a deleted group. */
  groupTitle: string | null;
}

export const groupTitle = sql<string | null>`(select title from ${groups}
  where ${groups.id} = (${alerts.condition} -> 'of' ->> 'group')::uuid and ${groups.producerId} = ${alerts.producerId})`;

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
        .select({ id, ruleId, ruleName, condition, openedAt, evidence, state, groupTitle })
        .from(alerts)
        .where(and(own, range))
        .orderBy(...order)
        .limit(limit),
  }));
}
