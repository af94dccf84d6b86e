import type { z } from "zod";
import type { Job, JobKind } from "@/db/schema/jobs";
import type { Ctx } from "@/server/core/ctx";
import { generateCodesBatch, requestCodeGeneration } from "@/server/domain/codes/generate";
import { deleteGroupBatch, requestGroupDeletion } from "@/server/domain/groups/delete";
import type { Step } from "@/server/domain/jobs/progress";
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
  batch(ctx: Ctx, job: Pick<Job, "input" | "cursor">): Promise<Step>;
}

const kindOf = <Input extends z.ZodObject>(
  schema: Input,
  verbs: {
    request(ctx: Ctx, input: z.output<Input>): Promise<Job>;
    batch(ctx: Ctx, input: z.output<Input>, cursor: unknown): Promise<Step>;
  },
): Kind => ({
  request: (ctx, input) => verbs.request(ctx, schema.parse(input)),
  batch: (ctx, { input, cursor }) => verbs.batch(ctx, schema.parse(input), cursor),
});

/** The verbs of each kind of job. */
export const KINDS: Record<JobKind, Kind> = {
  groupDeletion: kindOf(JOB_INPUTS.groupDeletion, {
    request: requestGroupDeletion,
    batch: deleteGroupBatch,
  }),
  replay: kindOf(JOB_INPUTS.replay, { request: requestReplay, batch: replayBatch }),
  codeGeneration: kindOf(JOB_INPUTS.codeGeneration, {
    request: requestCodeGeneration,
    batch: generateCodesBatch,
  }),
};
