import { and, eq, type SQL, sql } from "drizzle-orm";
import { alerts } from "@/db/schema/alerts";
import { caseLinks } from "@/db/schema/case-links";
import { items } from "@/db/schema/items";
import { reports } from "@/db/schema/reports";
import { scans } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { type KeysetPage, type Listed, readKeyset } from "@/server/data/keyset";
import { shownTitle } from "@/server/domain/shared/shown-title";
import { ownedCase } from "./read";
import type { LinkName } from "./schema";

const link = { id: caseLinks.id, addedAt: caseLinks.addedAt, addedBy: caseLinks.addedBy };
type Link = { id: number; addedAt: Date; addedBy: string };

type Read<T> = (ctx: Ctx, range: SQL | undefined, order: SQL[], limit: number) => Promise<(Link & T)[]>;

/** Reads a page of the links of one kind, in the order in which they were added, newest first. */
async function linksOf<T>(
  ctx: Ctx,
  caseId: string,
  kind: LinkName,
  page: KeysetPage,
  read: Read<T>,
): Promise<Listed<Link & T>> {
  await ownedCase(ctx, caseId);
  const own = and(eq(caseLinks.caseId, caseId), eq(caseLinks.kind, kind));
  return readKeyset<Link & T>(ctx, page, (ctx) => ({
    id: caseLinks.id,
    keyOf: ({ id }) => ({ at: new Date(0), id: String(id) }),
    read: (range, order, limit) => read(ctx, and(own, range), order, limit),
  }));
}

/** The scans of a case. @throws 404 for a case that is not the caller's */
export const scansOfCase = (ctx: Ctx, caseId: string, page: KeysetPage) =>
  linksOf(ctx, caseId, "scan", page, (ctx, where, order, limit) =>
    ctx.db
      .select({
        ...link,
        scanId: scans.id,
        identifier: scans.identifier,
        timestamp: scans.timestamp,
        copyclassification: scans.copyclassification,
        country: scans.country,
        itemTitle: shownTitle,
      })
      .from(caseLinks)
      .innerJoin(scans, eq(scans.id, caseLinks.scanId))
      .innerJoin(items, eq(items.id, scans.itemId))
      .where(where)
      .orderBy(...order)
      .limit(limit),
  );

const sighted = sql`
  select count(*)::int as count, to_json(max(timestamp)) #>> '{}' as last,
    to_json(array_remove(array_agg(distinct country), null)) as countries
  from (select timestamp, country from sightings where producer_id = ${caseLinks.producerId}
    and identifier = ${caseLinks.code} order by timestamp desc limit 1000) as newest`;

/** The unregistered codes of a case, with a summary of the newest 1,000 sightings of each. @throws as `scansOfCase` */
export const codesOfCase = (ctx: Ctx, caseId: string, page: KeysetPage) =>
  linksOf(ctx, caseId, "code", page, async (ctx, where, order, limit) => {
    const rows = await ctx.db
      .select({
        ...link,
        code: sql<string>`${caseLinks.code}`,
        seen: sql<{ count: number; last: string | null; countries: string[] }>`
          (select to_jsonb(seen) from (${sighted}) as seen)`,
      })
      .from(caseLinks)
      .where(where)
      .orderBy(...order)
      .limit(limit);
    return rows.map(({ seen: { count, last, countries }, ...row }) => ({
      ...row,
      sightings: count,
      lastSeen: last === null ? null : new Date(last),
      countries,
    }));
  });

/** The reports of a case. @throws as `scansOfCase` */
export const reportsOfCase = (ctx: Ctx, caseId: string, page: KeysetPage) =>
  linksOf(ctx, caseId, "report", page, (ctx, where, order, limit) =>
    ctx.db
      .select({
        ...link,
        reportId: reports.id,
        timestamp: reports.timestamp,
        reportKind: reports.kind,
        text: reports.text,
        place: reports.place,
        sellerUrl: reports.sellerUrl,
        email: reports.email,
        identifier: sql<string>`coalesce(${reports.code}, ${items.identifier})`,
      })
      .from(caseLinks)
      .innerJoin(reports, eq(reports.id, caseLinks.reportId))
      .leftJoin(items, eq(items.id, reports.itemId))
      .where(where)
      .orderBy(...order)
      .limit(limit),
  );

/** The alerts of a case. @throws as `scansOfCase` */
export const alertsOfCase = (ctx: Ctx, caseId: string, page: KeysetPage) =>
  linksOf(ctx, caseId, "alert", page, (ctx, where, order, limit) =>
    ctx.db
      .select({
        ...link,
        alertId: alerts.id,
        ruleName: alerts.ruleName,
        openedAt: alerts.openedAt,
        state: alerts.state,
        figures: sql<(typeof alerts.$inferSelect)["evidence"]["figures"]>`${alerts.evidence} -> 'figures'`,
      })
      .from(caseLinks)
      .innerJoin(alerts, eq(alerts.id, caseLinks.alertId))
      .where(where)
      .orderBy(...order)
      .limit(limit),
  );

/** The items of a case. @throws as `scansOfCase` */
export const itemsOfCase = (ctx: Ctx, caseId: string, page: KeysetPage) =>
  linksOf(ctx, caseId, "item", page, (ctx, where, order, limit) =>
    ctx.db
      .select({
        ...link,
        identifier: items.identifier,
        title: shownTitle,
        isDeleted: sql<boolean>`${items.deletedAt} is not null`,
        invalidatedAt: items.invalidatedAt,
      })
      .from(caseLinks)
      .innerJoin(items, eq(items.id, caseLinks.itemId))
      .where(where)
      .orderBy(...order)
      .limit(limit),
  );
