import { and, eq, gte, lt, sql } from "drizzle-orm";
import { assessments } from "@/db/schema/assessments";
import { scans } from "@/db/schema/scans";
import { type Ctx, callingProducer } from "@/server/ctx";
import { keyOfScan, type ListedScan, readListedScans } from "@/server/domain/scans/list";
import { type KeysetPage, type Listed, readKeyset } from "@/server/domain/shared/keyset";
import { ownedAlert } from "./read";

/** The scans behind an alert that something cannot have travelled so fast, newest first. 404 where the caller has no such alert. */
export async function travelsBehind(ctx: Ctx, id: string, page: KeysetPage): Promise<Listed<ListedScan>> {
  const { evidence } = await ownedAlert(ctx, id);
  const { producerId } = callingProducer(ctx);
  const behind = and(
    eq(assessments.producerId, producerId),
    gte(assessments.timestamp, new Date(evidence.from)),
    lt(assessments.timestamp, new Date(evidence.before)),
    sql`'impossible_travel' = any(${assessments.reasons})`,
  );
  return readKeyset<ListedScan>(page, {
    time: scans.timestamp,
    id: scans.id,
    keyOf: keyOfScan,
    read: (range, order, most) =>
      readListedScans(
        ctx,
        and(
          eq(scans.producerId, producerId),
          sql`${scans.id} in (select ${assessments.scanId} from ${assessments} where ${behind})`,
          range,
        ),
        order,
        most,
      ),
  });
}
