import { and, asc, eq, gt, sql } from "drizzle-orm";
import { caseLinks } from "@/db/schema/case-links";
import { items } from "@/db/schema/items";
import { reports } from "@/db/schema/reports";
import type { Ctx } from "@/server/core/ctx";
import { addTable } from "./add-files";
import { numbered, type Stage } from "./stage";

const BATCH_SIZE = 500;

/** Reads reports of a case in the order of their links, without the e-mail addresses of buyers. */
export const reportsAfter = ({ db }: Ctx, caseId: string, after: number, limit: number) =>
  db
    .select({
      link: caseLinks.id,
      id: reports.id,
      timestamp: reports.timestamp,
      kind: reports.kind,
      text: reports.text,
      place: reports.place,
      sellerUrl: reports.sellerUrl,
      code: sql<string>`coalesce(${reports.code}, ${items.identifier})`,
    })
    .from(caseLinks)
    .innerJoin(reports, eq(reports.id, caseLinks.reportId))
    .leftJoin(items, eq(items.id, reports.itemId))
    .where(and(eq(caseLinks.caseId, caseId), eq(caseLinks.kind, "report"), gt(caseLinks.id, after)))
    .orderBy(asc(caseLinks.id))
    .limit(limit);

/** Adds the next reports of buyers, and their photos. */
export const addReports: Stage = async (ctx, pack, { after: [link = 0], count }) => {
  const found = await reportsAfter(ctx, pack.caseId, link, BATCH_SIZE);
  const last = found.at(-1);
  if (!last) return null;
  await addTable(ctx, pack.id, numbered("reports/reports", count + 1, ".csv"), [
    ["report", "time", "subject", "code", "text", "place", "address"],
    ...found.map((report) => [
      report.id,
      report.timestamp.toISOString(),
      report.kind,
      report.code,
      report.text,
      report.place,
      report.sellerUrl,
    ]),
  ]);
  await ctx.db.execute(sql`
    insert into evidence_files (pack_id, path, sha256, size, report_id)
    select ${pack.id}::uuid, 'photos/report-' || report_id || '.webp', sha256(image), octet_length(image), report_id
    from report_photos
    where report_id = any(select id from json_to_recordset(${JSON.stringify(found.map(({ id }) => ({ id })))}::text::json) as wanted(id uuid))`);
  return { after: [last.link, 0], count: count + found.length };
};
