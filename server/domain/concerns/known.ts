import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { type Alert, alerts } from "@/db/schema/alerts";
import type { Ctx } from "@/server/core/ctx";
import { findingOf } from "@/server/core/finding-kinds";
import { DAY_MS } from "@/server/core/time";
import { LINK_COLUMN } from "@/server/domain/cases/link";
import { OPEN_STATES } from "@/server/domain/cases/schema";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Concern, Found } from "./concern";

/** Alerts that are compared with the concerns. */
const MAX_ALERTS = 100;
const ALERT_DAYS = 28;

type OpenCase = NonNullable<Concern["inCase"]>;

const TYPE = { scan: "uuid", code: "text", report: "uuid", alert: "uuid", item: "bigint" } as const;

/** The open case that has most rows of a concern. */
async function openCaseOf(ctx: Ctx, producerId: string, { links }: Found): Promise<OpenCase | null> {
  const [column, type] = [sql.raw(LINK_COLUMN[links.kind]), sql.raw(TYPE[links.kind])];
  const states = sql.raw(OPEN_STATES.map((state) => `'${state}'`).join());
  const [found] = await ctx.db.execute<OpenCase & Record<string, unknown>>(sql`
    select cases.id, cases.number, cases.title from (
      select case_id, count(*) as count from case_links
      where producer_id = ${producerId} and ${column} = any(${makePgArray(links.refs)}::${type}[]) group by case_id) as linked
    join cases on cases.id = linked.case_id
    where cases.producer_id = ${producerId} and cases.state in (${states})
    order by linked.count desc, cases.number desc limit 1`);
  return found ?? null;
}

type OpenAlert = Pick<Alert, "id" | "ruleName" | "condition">;

/** The alerts of the last four weeks that are not decided, the newest first. */
const openAlerts = (ctx: Ctx, producerId: string, { before }: StatsRange): Promise<OpenAlert[]> =>
  ctx.db
    .select({ id: alerts.id, ruleName: alerts.ruleName, condition: alerts.condition })
    .from(alerts)
    .where(
      and(
        eq(alerts.producerId, producerId),
        inArray(alerts.state, ["open", "acknowledged"]),
        gte(alerts.openedAt, new Date(before - ALERT_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(alerts.openedAt), desc(alerts.id))
    .limit(MAX_ALERTS);

/** Whether an alert is about the same matter as a concern. */
export function isAbout({ condition }: Pick<Alert, "condition">, { kind, country, group }: Found): boolean {
  switch (condition.kind) {
    case "fakeRate":
      if (kind !== "fakes") return false;
      if (condition.of === null) return true;
      return "country" in condition.of ? condition.of.country === country : condition.of.group === group?.id;
    case "unknownIdentifiers":
      return kind === "unregistered";
    case "impossibleTravel":
    case "stolenItem":
      return kind === findingOf(condition.kind);
    case "newCountry":
      return false;
  }
}

/** Adds what members know of concerns already: the open case and the alert of each. */
export async function withKnown(
  ctx: Ctx,
  producerId: string,
  span: StatsRange,
  found: readonly Found[],
): Promise<Concern[]> {
  if (found.length === 0) return [];
  const [inCases, open] = await Promise.all([
    Promise.all(found.map((one) => openCaseOf(ctx, producerId, one))),
    openAlerts(ctx, producerId, span),
  ]);
  return found.map(({ links, ...one }, i) => {
    const alert = open.find((alert) => isAbout(alert, { ...one, links }));
    return {
      ...one,
      inCase: inCases[i] ?? null,
      alert: alert ? { id: alert.id, ruleName: alert.ruleName } : null,
    };
  });
}
