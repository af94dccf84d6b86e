import { and, eq, sql } from "drizzle-orm";
import { assessmentProgress } from "@/db/schema/assessment-progress";
import { type Assessment, assessments } from "@/db/schema/assessments";
import { lateScans } from "@/db/schema/late-scans";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import { isId } from "@/server/platform/ids";
import { shareOfScan } from "./progress";

/** The service's own assessment of a scan; `pending` until the scan is assessed. */
export type ScanAssessment =
  | { state: "pending" }
  | { state: "clear" }
  | ({ state: "suspicious" } & Pick<Assessment, "score" | "reasons" | "evidence">);

const isPending = sql<boolean>`exists (
  select from ${assessmentProgress} where ${assessmentProgress.share} = ${shareOfScan} and (${scans.id} >= ${assessmentProgress.settled}
    or (${scans.id} > ${assessmentProgress.backlogFrom} and ${scans.id} < ${assessmentProgress.backlogUntil}))
) or exists (select from ${lateScans} where ${lateScans.share} = ${shareOfScan} and ${lateScans.scanId} = ${scans.id})`;

/**
 * Reads the service's own assessment of a scan of one of the caller's items.
 * @throws 404 for any other scan, another producer's too
 */
export async function assessmentOf(ctx: Ctx, id: string): Promise<ScanAssessment> {
  const own = and(eq(scans.id, id), eq(scans.producerId, callingProducer(ctx).producerId));
  const [found] = isId(id)
    ? await ctx.db
        .select({ isPending, assessment: assessments })
        .from(scans)
        .leftJoin(assessments, eq(assessments.scanId, scans.id))
        .where(own)
    : [];
  if (!found) throw notFound("scan-not-found", `There is no scan ${id}.`);
  if (!found.assessment) return { state: found.isPending ? "pending" : "clear" };
  const { score, reasons, evidence } = found.assessment;
  return { state: "suspicious", score, reasons, evidence };
}
