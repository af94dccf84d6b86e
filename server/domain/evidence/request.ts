import { desc, eq } from "drizzle-orm";
import { evidencePacks } from "@/db/schema/evidence-packs";
import type { Job } from "@/db/schema/jobs";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { conflict } from "@/server/core/errors";
import { countLinks, ownedCase } from "@/server/domain/cases/read";
import { requestJob } from "@/server/domain/jobs/request";
import { newId } from "@/server/platform/ids";
import { beginOf } from "./batch";
import { type EvidencePackInput, MAX } from "./schema";

/**
 * Makes an evidence pack of a case, as a job.
 * @throws 404 if the caller has no such case, 409 beyond 100 packs of a case
 */
export async function requestEvidencePack(ctx: Ctx, input: EvidencePackInput): Promise<Job> {
  const { caseId, language } = input;
  const { number, title } = await ownedCase(ctx, caseId);
  const links = (await countLinks(ctx, [caseId]))(caseId);
  const job = {
    kind: "evidencePack",
    input,
    name: `#${number} ${title}`,
    // The report is the last piece.
    total: links.scan + 1,
  } as const;
  return requestJob(ctx, job, async (ctx, jobId) => {
    const { producerId, actor } = callingProducer(ctx);
    // Holds the case, so that two packs do not take one number.
    await ownedCase(ctx, caseId);
    const [last] = await ctx.db
      .select({ number: evidencePacks.number })
      .from(evidencePacks)
      .where(eq(evidencePacks.caseId, caseId))
      .orderBy(desc(evidencePacks.number))
      .limit(1);
    const next = (last?.number ?? 0) + 1;
    if (next > MAX.packs)
      throw conflict("too-many-evidence-packs", `A case has at most ${MAX.packs} evidence packs.`);
    const id = newId();
    await ctx.db.insert(evidencePacks).values({
      id,
      caseId,
      producerId,
      number: next,
      jobId,
      language,
      actorId: actor.id,
      actorName: actor.name,
      requestedAt: new Date(),
    });
    return { cursor: beginOf(id), done: 0, facts: { packId: id } };
  });
}
