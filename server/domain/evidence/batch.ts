import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { type EvidencePack, evidencePacks } from "@/db/schema/evidence-packs";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import type { Step } from "@/server/domain/jobs/progress";
import { addCodes } from "./add-codes";
import { addHistories } from "./add-histories";
import { addInspections } from "./add-inspections";
import { addPhotos } from "./add-photos";
import { addReports } from "./add-reports";
import { addScans } from "./add-scans";
import { addTimeline } from "./add-timeline";
import type { EvidencePackInput } from "./schema";
import { sealPack } from "./seal-pack";
import { BEGIN, Position, type Stage } from "./stage";
import { writeReport } from "./write-report";

/** In this order: the report tells what the stages before it found. */
const STAGES: readonly { name: string; work: Stage }[] = [
  { name: "scans", work: addScans },
  { name: "photos", work: addPhotos },
  { name: "inspections", work: addInspections },
  { name: "reports", work: addReports },
  { name: "codes", work: addCodes },
  { name: "histories", work: addHistories },
  { name: "timeline", work: addTimeline },
  { name: "report", work: writeReport },
  { name: "seal", work: sealPack },
];

const Cursor = Position.extend({ packId: z.string(), stage: z.string() });

async function packOf({ db }: Ctx, id: string, producerId: string): Promise<EvidencePack> {
  const [pack] = await db
    .select()
    .from(evidencePacks)
    .where(and(eq(evidencePacks.id, id), eq(evidencePacks.producerId, producerId)));
  if (!pack) throw notFound("case-not-found", "The case of this evidence pack is gone.");
  return pack;
}

/** Does the next part of a pack. @throws 404 once its case is gone */
export async function evidencePackBatch(ctx: Ctx, _: EvidencePackInput, cursor: unknown): Promise<Step> {
  const { packId, stage, ...position } = Cursor.parse(cursor);
  const index = STAGES.findIndex(({ name }) => name === stage);
  const current = STAGES[index];
  if (!current) throw new Error(`There is no stage ${stage}.`);
  const pack = await packOf(ctx, packId, callingProducer(ctx).producerId);
  const reached = await current.work(ctx, pack, position);
  const next = STAGES[index + 1];
  const done = stage === "scans" && reached ? reached.count - position.count : 0;
  if (reached) return { cursor: { packId, stage, ...position, ...reached }, done };
  return {
    cursor: next ? { packId, stage: next.name, ...BEGIN } : null,
    done: next ? 0 : 1,
    facts: { packId },
  };
}

/** Where the job of a new pack begins. */
export const beginOf = (packId: string) => ({ packId, stage: STAGES[0]?.name ?? "", ...BEGIN });
