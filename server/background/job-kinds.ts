import type { z } from "zod";
import type { Job, JobKind } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { generateCodesBatch, requestCodeGeneration } from "@/server/domain/codes/generate";
import { fileDeletionBatch, requestFileDeletion } from "@/server/domain/contents/delete-many";
import { evidencePackBatch } from "@/server/domain/evidence/batch";
import { requestEvidencePack } from "@/server/domain/evidence/request";
import { deleteGroupBatch, requestGroupDeletion } from "@/server/domain/groups/delete";
import { groupsDeletionBatch, requestGroupsDeletion } from "@/server/domain/groups/delete-many";
import { checkBatch, divideImport, importBatch } from "@/server/domain/imports/batches";
import { requestCheck, requestImport } from "@/server/domain/imports/change";
import { itemChangeBatch, requestItemChange } from "@/server/domain/item-changes/change";
import { itemChangeUndoBatch, requestItemChangeUndo } from "@/server/domain/item-changes/undo";
import type { DividedBatch, Step } from "@/server/domain/jobs/progress";
import { JOB_INPUTS } from "@/server/domain/jobs/schema";
import { replayBatch, requestReplay } from "@/server/webhooks/deliveries/replay";

interface Kind {
  /** Requests a job; its first batch is done at once. */
  request(ctx: Ctx, input: unknown): Promise<Job>;
  /**
   * Does the next batch in the transaction of `ctx`, on behalf of the person or token that requested the job. Takes two
   * seconds at most.
   * @throws a refusal to end the job with its reason; after other errors the batch is retried
   */
  batch(ctx: Ctx, job: Pick<Job, "id" | "input" | "cursor">): Promise<Step>;
  /** The next batch in parts, for kinds whose batches can be divided; undefined for one that is not worth it. */
  divide?(ctx: Ctx, job: Pick<Job, "input" | "cursor">): Promise<DividedBatch | undefined>;
}

const kindOf = <Input extends z.ZodObject>(
  schema: Input,
  verbs: {
    request(ctx: Ctx, input: z.output<Input>): Promise<Job>;
    batch(ctx: Ctx, input: z.output<Input>, cursor: unknown, jobId: string): Promise<Step>;
    divide?(ctx: Ctx, input: z.output<Input>, cursor: unknown): Promise<DividedBatch | undefined>;
  },
): Kind => ({
  request: (ctx, input) => verbs.request(ctx, schema.parse(input)),
  batch: (ctx, { id, input, cursor }) => verbs.batch(ctx, schema.parse(input), cursor, id),
  divide: async (ctx, { input, cursor }) => verbs.divide?.(ctx, schema.parse(input), cursor),
});

/** The verbs of each kind of job. */
export const KINDS: Record<JobKind, Kind> = {
  groupDeletion: kindOf(JOB_INPUTS.groupDeletion, {
    request: requestGroupDeletion,
    batch: deleteGroupBatch,
  }),
  groupsDeletion: kindOf(JOB_INPUTS.groupsDeletion, {
    request: requestGroupsDeletion,
    batch: groupsDeletionBatch,
  }),
  importCheck: kindOf(JOB_INPUTS.importCheck, { request: requestCheck, batch: checkBatch }),
  import: kindOf(JOB_INPUTS.import, { request: requestImport, batch: importBatch, divide: divideImport }),
  replay: kindOf(JOB_INPUTS.replay, { request: requestReplay, batch: replayBatch }),
  itemChange: kindOf(JOB_INPUTS.itemChange, { request: requestItemChange, batch: itemChangeBatch }),
  itemChangeUndo: kindOf(JOB_INPUTS.itemChangeUndo, {
    request: requestItemChangeUndo,
    batch: itemChangeUndoBatch,
  }),
  fileDeletion: kindOf(JOB_INPUTS.fileDeletion, {
    request: requestFileDeletion,
    batch: fileDeletionBatch,
  }),
  codeGeneration: kindOf(JOB_INPUTS.codeGeneration, {
    request: requestCodeGeneration,
    batch: generateCodesBatch,
  }),
  evidencePack: kindOf(JOB_INPUTS.evidencePack, {
    request: requestEvidencePack,
    batch: evidencePackBatch,
  }),
};
