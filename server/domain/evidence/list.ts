import { desc, eq } from "drizzle-orm";
import { evidencePacks } from "@/db/schema/evidence-packs";
import { jobs } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { ownedCase } from "@/server/domain/cases/read";
import { MAX } from "./schema";

/**
 * The evidence packs of a case, newest first, with the state of the job of those that are not signed yet.
 * @throws 404 for a case that is not the caller's
 */
export async function packsOfCase(ctx: Ctx, caseId: string) {
  await ownedCase(ctx, caseId);
  const found = await ctx.db
    .select({
      id: evidencePacks.id,
      number: evidencePacks.number,
      by: evidencePacks.actorName,
      requestedAt: evidencePacks.requestedAt,
      sealedAt: evidencePacks.sealedAt,
      files: evidencePacks.files,
      size: evidencePacks.size,
      faults: evidencePacks.faults,
      sumsSha256: evidencePacks.sumsSha256,
      timestamp: evidencePacks.timestamp,
      timestampFault: evidencePacks.timestampFault,
      filesDeletedAt: evidencePacks.filesDeletedAt,
      job: { id: jobs.id, state: jobs.state, done: jobs.done, total: jobs.total },
    })
    .from(evidencePacks)
    .leftJoin(jobs, eq(jobs.id, evidencePacks.jobId))
    .where(eq(evidencePacks.caseId, caseId))
    .orderBy(desc(evidencePacks.number))
    .limit(MAX.packs);
  return found.map(({ faults, sumsSha256, timestamp, ...pack }) => ({
    ...pack,
    faults: faults.length,
    sha256: sumsSha256?.toString("hex") ?? null,
    isTimed: timestamp !== null,
  }));
}
