import { desc, eq, inArray } from "drizzle-orm";
import type { AlertFigures } from "@/db/schema/alerts";
import { alerts } from "@/db/schema/alerts";
import { producers } from "@/db/schema/producers";
import type { Ctx } from "@/server/core/ctx";
import { publicBaseUrl } from "@/server/platform/env";
import type { State } from "./schema";

/** Rules that a message names; the dashboard has the others. */
const MAX_RULES = 10;

/** The alerts of one rule in a message: the newest, and how many there are since when. */
export interface ToldRule {
  ruleName: string;
  figures: AlertFigures;
  openedAt: Date;
  state: State;
  count: number;
  since: Date;
  link: string;
}

/** What a message tells of one producer's alerts. */
export interface ToldAlerts {
  producerName: string;
  /** Of all rules, also of those left out. */
  count: number;
  rules: ToldRule[];
  /** The number of rules left out. */
  left: number;
  /** The list of open alerts. */
  link: string;
}

/** The page of an alert. */
export const linkOfAlert = (producerId: string, alertId: string) =>
  `${publicBaseUrl}/p/${producerId}/alerts/${alertId}`;

/** Reads alerts of one producer as a message tells them: rule by rule, the one with the newest alert first. */
export async function toldAlerts(
  { db }: Pick<Ctx, "db">,
  alertIds: readonly string[],
): Promise<ToldAlerts | undefined> {
  const rows = await db
    .select({ alert: alerts, producerName: producers.name })
    .from(alerts)
    .innerJoin(producers, eq(producers.id, alerts.producerId))
    .where(inArray(alerts.id, [...alertIds]))
    .orderBy(desc(alerts.openedAt), desc(alerts.id));
  const [first] = rows;
  if (!first) return undefined;
  const byRule = new Map<string, ToldRule>();
  for (const { alert } of rows) {
    const told = byRule.get(alert.ruleId);
    if (told) {
      told.count += 1;
      told.since = alert.openedAt;
      continue;
    }
    const { ruleName, openedAt, state, evidence } = alert;
    const link = linkOfAlert(alert.producerId, alert.id);
    byRule.set(alert.ruleId, {
      ruleName,
      figures: evidence.figures,
      openedAt,
      state,
      count: 1,
      since: openedAt,
      link,
    });
  }
  const told = [...byRule.values()];
  return {
    producerName: first.producerName,
    count: rows.length,
    rules: told.slice(0, MAX_RULES),
    left: Math.max(0, told.length - MAX_RULES),
    link: `${publicBaseUrl}/p/${first.alert.producerId}/alerts`,
  };
}
