import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { type Assessment, assessments } from "@/db/schema/assessments";
import { evaluateAgain } from "@/server/domain/alerts/evaluate-again";
import { assess } from "./assess";
import { MAX_KNOWN } from "./facts";
import { type KnownItem, LOOKED_AT_AGAIN, readKnownItems } from "./read-facts";

const opinionsOf = ({ facts, scans }: KnownItem): Assessment[] =>
  scans.flatMap((scan, n) => {
    const { id: scanId, producerId, itemId, timestamp, isSubject } = scan;
    const opinion = isSubject ? assess(scan, scans.slice(Math.max(0, n - MAX_KNOWN), n), facts) : undefined;
    return opinion ? [{ scanId, producerId, itemId, timestamp, ...opinion }] : [];
  });

/**
 * Assesses scans and stores their findings; assessing them again gives the same result. Includes up to `again` scans of the same
 * items right after them, because the given scans may be new evidence against those.
 */
export async function assessScans(db: Db, ids: readonly string[], again = LOOKED_AT_AGAIN): Promise<void> {
  if (ids.length === 0) return;
  const found = (await readKnownItems(db, ids, again)).flatMap(opinionsOf);
  if (found.length === 0) return;
  const journeys = found.filter(({ reasons }) => reasons.includes("impossible_travel"));
  await evaluateAgain(db, journeys, ["impossibleTravel"]);
  const { score, reasons, evidence } = assessments;
  await db
    .insert(assessments)
    .values(found)
    .onConflictDoUpdate({
      target: assessments.scanId,
      set: { score: sql`excluded.score`, reasons: sql`excluded.reasons`, evidence: sql`excluded.evidence` },
      setWhere: sql`(${score}, ${reasons}, ${evidence}) is distinct from (excluded.score, excluded.reasons, excluded.evidence)`,
    });
}
