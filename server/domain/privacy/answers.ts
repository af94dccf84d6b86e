import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { idempotencyKeys } from "@/db/schema/idempotency-keys";
import type { Scan } from "@/db/schema/scans";
import type { Ctx } from "@/server/core/ctx";
import { scanView } from "@/server/domain/scans/view";
import { seal, unseal } from "@/server/platform/sealed";

const AddScanAnswer = z.looseObject({ scan: z.unknown() });

/** Rewrites an answer from the scan's row: Add Scan answers with an object that holds the scan, Add Image with the scan. */
function rewrittenAnswer(body: string, scan: Scan): string {
  const answer = AddScanAnswer.safeParse(JSON.parse(body));
  return JSON.stringify(answer.success ? { ...answer.data, scan: scanView(scan) } : scanView(scan));
}

/**
 * Rewrites the answers stored for Idempotency-Keys from the erased scans' rows, in the caller's transaction. Answers are
 * not deleted: a scanner's retry must not record the scan again.
 */
export async function retellAnswers({ db }: Pick<Ctx, "db">, scans: readonly Scan[]): Promise<void> {
  const byId = new Map(scans.map((scan) => [scan.id, scan]));
  if (byId.size === 0) return;
  const kept = await db
    .select()
    .from(idempotencyKeys)
    .where(inArray(idempotencyKeys.scanId, [...byId.keys()]))
    .for("update");
  for (const { scope, key, scanId, sealedBody } of kept) {
    const scan = scanId === null ? undefined : byId.get(scanId);
    if (!scan || sealedBody === null) continue;
    const body = rewrittenAnswer(unseal(sealedBody, "idempotent-answers", scope), scan);
    await db
      .update(idempotencyKeys)
      .set({ sealedBody: seal(body, "idempotent-answers", scope) })
      .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)));
  }
}
