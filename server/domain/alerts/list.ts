import { and, eq, sql } from "drizzle-orm";
import { type Alert, alerts } from "@/db/schema/alerts";
import { NO_COUNTRY } from "@/db/schema/scan-days";
import { scanHours } from "@/db/schema/scan-hours";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import type { AlertFilter } from "./schema";

/** An alert as the inbox shows it. */
export interface ListedAlert extends Omit<Alert, "producerId"> {
  /** The current title of the group to which its rule is limited; null also for a deleted group. */
  groupTitle: string | null;
  /** Of an alert about fakes anywhere, the country with most of them. */
  mostIn: { country: string; fakes: number } | null;
}

// Names with their table: Drizzle leaves it out of a selected column, and the inner table has columns of the same names.
const atHour = (name: "from" | "before") =>
  sql.raw(`to_timestamp((alerts.evidence ->> '${name}')::float8 / 1000)`);

/** Where an alert is about: columns of a query of alerts. */
export const whereOf = {
  groupTitle: sql<string | null>`(select title from groups as named
    where named.id = (alerts.condition -> 'of' ->> 'group')::uuid and named.producer_id = alerts.producer_id)`,
  mostIn: sql<
    ListedAlert["mostIn"]
  >`case when alerts.condition ->> 'kind' = 'fakeRate' and alerts.condition ->> 'of' is null
    then (select json_build_object('country', value, 'fakes', sum(fake)::float8) from ${scanHours} as counted
      where counted.producer_id = alerts.producer_id and facet = 'country' and value <> ${NO_COUNTRY}
        and hour >= ${atHour("from")} and hour < ${atHour("before")}
      group by value having sum(fake) > 0 order by sum(fake) desc, value limit 1) end`,
};

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
        .select({ id, ruleId, ruleName, condition, openedAt, evidence, state, ...whereOf })
        .from(alerts)
        .where(and(own, range))
        .orderBy(...order)
        .limit(limit),
  }));
}
