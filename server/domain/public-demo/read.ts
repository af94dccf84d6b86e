import { eq, isNull, or, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { publicDemo } from "@/db/schema/public-demo";
import type { Ctx } from "@/server/core/ctx";

/** Codes of the demo that visitors check. */
export interface DemoCodes {
  genuine: string;
  suspicious: string;
  unknown: string;
}

/** The demo of the landing page: not created, in progress, or ready. */
export type PublicDemo =
  | { state: "none" | "failed" }
  | { state: "underWay"; percent: number }
  | { state: "ready"; producerId: string; codes: DemoCodes; isOld: boolean };

/** A demo of which the newest scans are older is replaced: its overview would be empty. */
const MAX_AGE_DAYS = 3;

/** Whether the demo is due to be replaced at the next visit. */
export const isDemoOld = sql<boolean>`${publicDemo.createdAt} < now() - make_interval(days => ${MAX_AGE_DAYS})`;

/** Reads the state of the public demo. It is none while its producer is closed. */
export async function readPublicDemo({ db }: Pick<Ctx, "db">): Promise<PublicDemo> {
  const [row] = await db
    .select({
      producerId: publicDemo.producerId,
      genuine: publicDemo.genuineCode,
      suspicious: publicDemo.suspiciousCode,
      unknown: publicDemo.unknownCode,
      percent: publicDemo.percent,
      isOld: isDemoOld,
      isLeased: sql<boolean>`${publicDemo.leaseUntil} > now()`,
    })
    .from(publicDemo)
    .leftJoin(producers, eq(producers.id, publicDemo.producerId))
    .where(or(isNull(publicDemo.producerId), isNull(producers.closedAt)));
  if (!row) return { state: "none" };
  const { producerId, genuine, suspicious, unknown, percent, isOld, isLeased } = row;
  if (producerId !== null && genuine !== null && suspicious !== null && unknown !== null)
    return { state: "ready", producerId, codes: { genuine, suspicious, unknown }, isOld };
  return isLeased ? { state: "underWay", percent } : { state: "failed" };
}
